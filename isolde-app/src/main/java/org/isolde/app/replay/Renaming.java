package org.isolde.app.replay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.isolde.run.Session;

/**
 * The keys and values of an excerpt as one try has them: as recorded, or fresh ones, so that many tries fit into the same
 * tables. Used by the sessions of the try at once.
 */
interface Renaming {
    long key(long recorded);

    /** The value to write; each attempt gets another one, since a value must not be written twice. */
    long fresh(long recordedKey, long recorded);

    /** What the value of a key that was recorded is called in this try. */
    long known(long recordedKey, long recorded);

    /** Everything as it was recorded. */
    Renaming AS_RECORDED = new Renaming() {
        @Override
        public long key(long recorded) {
            return recorded;
        }

        @Override
        public long fresh(long recordedKey, long recorded) {
            return recorded;
        }

        @Override
        public long known(long recordedKey, long recorded) {
            return recorded;
        }
    };

    /** Keys moved by an offset, and values from a counter. */
    static Renaming fresh(long offset, AtomicLong counter) {
        record Version(long key, long value) {}
        Map<Version, Long> names = new ConcurrentHashMap<>();
        return new Renaming() {
            @Override
            public long key(long recorded) {
                return recorded + offset;
            }

            @Override
            public long fresh(long recordedKey, long recorded) {
                long value = counter.incrementAndGet();
                names.put(new Version(recordedKey, recorded), value);
                return value;
            }

            @Override
            public long known(long recordedKey, long recorded) {
                return recorded == Session.ABSENT
                        ? recorded
                        : names.getOrDefault(new Version(recordedKey, recorded), recorded);
            }
        };
    }
}
