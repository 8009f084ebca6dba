package org.isolde.online;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BodyRoomTest {
    private static final int SIZE = 200_000;

    private final BodyRoom room = new BodyRoom(100_000);

    @Test
    void roomIsTakenAsBytesArriveAndGivenBack() throws Exception {
        try (BodyRoom.Body body = room.new Body(SIZE)) {
            assertEquals(0, room.taken());
            assertTrue(body.read(new ByteArrayInputStream(new byte[10])));
            assertTrue(room.taken() < 20_000, "taken: " + room.taken());
            assertEquals(10, body.length());
        }
        assertEquals(0, room.taken());
    }

    @Test
    void oneByteTooManyIsSeen() throws Exception {
        try (BodyRoom.Body fits = room.new Body(SIZE)) {
            assertTrue(fits.read(new ByteArrayInputStream(new byte[SIZE])));
        }
        try (BodyRoom.Body larger = room.new Body(SIZE)) {
            assertFalse(larger.read(new ByteArrayInputStream(new byte[SIZE + 1])));
        }
    }

    @Test
    void bodiesThatDoNotFitTogetherComeToTheirEndOneAfterTheOther() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<PipedOutputStream> senders = new ArrayList<>();
            List<Future<Boolean>> bodies = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                PipedOutputStream out = new PipedOutputStream();
                PipedInputStream in = new PipedInputStream(out, SIZE);
                senders.add(out);
                bodies.add(threads.submit(() -> {
                    try (BodyRoom.Body body = room.new Body(SIZE)) {
                        return body.read(in) && body.length() == SIZE;
                    }
                }));
                // all begin, and have some of the room
                out.write(new byte[20_000]);
                out.flush();
            }
            MonitorTest.await("all to begin", () -> room.taken() >= 4 * 20_000);
            for (PipedOutputStream out : senders) {
                out.write(new byte[SIZE - 20_000]);
                out.close();
            }
            for (Future<Boolean> body : bodies) {
                assertTrue(body.get());
            }
            assertEquals(0, room.taken());
        } finally {
            threads.shutdownNow();
        }
    }
}
