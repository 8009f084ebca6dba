package org.isolde.sql.job;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.isolde.run.DatabaseException;
import org.isolde.run.RunningDatabase;
import org.isolde.run.jdbc.EmbeddedDatabase;

/**
 * The workers of a job, on databases that they share, or on one for each where these are in this JVM. One that hangs is left alone,
 * together with its tables, and its database if that is in this JVM; another takes its place, and begins with the case that the former
 * hung with. If that hangs as well, it is a finding.
 */
final class FuzzCrew implements AutoCloseable {
    private static final int TICK_MILLIS = 200;

    private final FuzzJob job;
    private final FuzzPlan plan;
    private final List<RunningDatabase> databases = new ArrayList<>();
    /** How many workers there have been. */
    private int hired;

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "isolde-fuzz");
        thread.setDaemon(true);
        return thread;
    });

    /** The place of a worker. */
    private final class Post {
        private final int database;
        private FuzzWorker worker;
        private Future<Void> done;

        Post(int database) throws DatabaseException {
            this.database = database;
            begin(null);
        }

        private void begin(FuzzWorker before) throws DatabaseException {
            RunningDatabase running = databases.get(database);
            worker = new FuzzWorker(job, plan, plan.dialect(running), running, hired, before);
            hired++;
            job.counts().watch(worker.statistics());
            done = threads.submit(worker);
        }

        /** Waits for a while; another one takes the place of a worker that hangs. */
        boolean isDone() throws Exception {
            try {
                done.get(TICK_MILLIS, TimeUnit.MILLISECONDS);
                return true;
            } catch (TimeoutException e) {
                if (worker.hangs()) {
                    replace();
                }
                return false;
            }
        }

        private void replace() throws DatabaseException, IOException {
            FuzzWorker former = worker;
            former.abandon();
            if (former.hangsAgain()) {
                job.found(former.ofHanging());
            } else {
                job.counts().addHanging();
            }
            if (!isShared()) {
                closeBehindTheScenes(databases.get(database));
                databases.set(database, plan.kind().open(plan.target(), plan.access()));
            }
            begin(former);
        }
    }

    FuzzCrew(FuzzJob job, FuzzPlan plan) throws DatabaseException {
        this.job = job;
        this.plan = plan;
        try {
            for (int i = 0; i < (isShared() ? 1 : jobs()); i++) {
                databases.add(plan.kind().open(plan.target(), plan.access()));
                plan.dialect(databases.get(i));
            }
        } catch (DatabaseException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private boolean isShared() {
        return !(plan.kind() instanceof EmbeddedDatabase) || plan.target().url() != null;
    }

    private int jobs() {
        return plan.options().get(FuzzOptions.JOBS);
    }

    /** The database, as it calls itself. */
    String version() {
        return databases.get(0).version();
    }

    /**
     * Lets them work until it is enough.
     *
     * @return why one of them ended before that, which ends the others too; null if none did
     */
    String work() throws Exception {
        List<Post> posts = new ArrayList<>();
        for (int i = 0; i < jobs(); i++) {
            posts.add(new Post(Math.min(i, databases.size() - 1)));
        }
        String problem = null;
        while (!posts.isEmpty()) {
            Post post = posts.get(0);
            try {
                if (post.isDone()) {
                    posts.remove(post);
                } else {
                    // the next in turn
                    posts.add(posts.remove(0));
                }
            } catch (ExecutionException e) {
                posts.remove(post);
                job.stop();
                if (!(e.getCause() instanceof DatabaseException || e.getCause() instanceof SQLException)) {
                    throw e.getCause() instanceof Exception cause ? cause : e;
                }
                problem = problem == null ? String.valueOf(e.getCause().getMessage()) : problem;
            }
        }
        return problem;
    }

    /** What hangs may hang when it is closed, too. */
    private static void closeBehindTheScenes(RunningDatabase database) {
        Thread closer = new Thread(database::close, "isolde-fuzz-close");
        closer.setDaemon(true);
        closer.start();
    }

    @Override
    public void close() {
        threads.shutdownNow();
        databases.forEach(RunningDatabase::close);
        databases.clear();
    }
}
