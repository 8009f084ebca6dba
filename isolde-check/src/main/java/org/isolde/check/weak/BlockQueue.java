package org.isolde.check.weak;

/**
 * The blocks of vectors for several workers, each of which looks at all of them in order. Whoever needs one that is not there
 * yet makes it, unless another worker is about to. If one of them fails, the others end, too.
 */
final class BlockQueue {
    /** How far a worker may be ahead of another one. */
    private static final int BLOCKS = 8;

    private final HappensBefore vectors;
    /** Each is made when it is first needed: a short history needs one. */
    private final HappensBefore.Block[] blocks = new HappensBefore.Block[BLOCKS];
    /** How many blocks each worker has looked at. */
    private final int[] looked;

    private int made;
    private boolean making;
    private boolean failed;

    BlockQueue(HappensBefore vectors, int workers) {
        this.vectors = vectors;
        this.looked = new int[workers];
    }

    /** The next block of a worker, which is done with the one before; null if there are no more. */
    HappensBefore.Block next(int worker, boolean isFirst) {
        int wanted;
        synchronized (this) {
            wanted = isFirst ? 0 : ++looked[worker];
            notifyAll();
            while (made <= wanted && (making || made == least() + BLOCKS)) {
                await();
            }
            if (failed || (made == wanted && vectors.isDone())) {
                return null;
            }
            if (made > wanted) {
                return blocks[wanted % BLOCKS];
            }
            making = true;
        }
        int place = wanted % BLOCKS;
        boolean filled = false;
        try {
            if (blocks[place] == null) {
                blocks[place] = vectors.newBlock();
            }
            vectors.fill(blocks[place]);
            filled = true;
        } finally {
            synchronized (this) {
                making = false;
                made++;
                failed |= !filled;
                notifyAll();
            }
        }
        return blocks[place];
    }

    /** A worker has failed: nobody need wait for it. */
    synchronized void fail(int worker) {
        failed = true;
        looked[worker] = Integer.MAX_VALUE - BLOCKS;
        notifyAll();
    }

    private int least() {
        int least = Integer.MAX_VALUE - BLOCKS;
        for (int each : looked) {
            least = Math.min(least, each);
        }
        return least;
    }

    private void await() {
        boolean interrupted = false;
        try {
            wait();
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
