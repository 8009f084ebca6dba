package org.isolde.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isolde.history.History;
import org.isolde.history.Level;
import org.isolde.history.record.TransactionRecorder;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that record, and what becomes of them. */
class IsoldeExtensionTest {
    private static final String WHY = "run by this test alone";

    @TempDir
    private Path folder;

    /** Two read the same version and both overwrite it. */
    private static void loseAnUpdate(Recording recording) {
        TransactionRecorder alice = recording.session("alice").begin();
        TransactionRecorder bob = recording.session("bob").begin();
        alice.read("x", null);
        bob.read("x", null);
        alice.write("x", recording.fresh());
        alice.committed();
        bob.write("x", recording.fresh());
        bob.committed();
    }

    private Path own(Class<?> tests, String name) {
        return folder.resolve(tests.getName()).resolve(name);
    }

    @Disabled(WHY)
    static class LosesAnUpdate {
        @Test
        @MustHold(Level.SER)
        void sells(Recording recording) {
            loseAnUpdate(recording);
        }
    }

    @Test
    void aViolationFailsTheTestWithItsStory() throws Exception {
        String message = Launched.run(LosesAnUpdate.class, folder).message();
        Path files = own(LosesAnUpdate.class, "sells").toAbsolutePath();
        assertTrue(
                message.startsWith("What was recorded breaks serializable (ser).\n\nLostUpdate (G-single)"), message);
        assertTrue(message.contains("one of the updates was\n  lost."), message);
        assertTrue(message.contains("session alice"), message);
        assertTrue(message.contains("The report: " + files.resolve("report.html")), message);
        assertTrue(message.endsWith("The history: " + files.resolve("history.jsonl")), message);
        assertTrue(Files.readString(files.resolve("report.html")).contains("LostUpdate"));
        assertEquals(2, History.read(files.resolve("history.jsonl")).transactions());
    }

    /** The level of a class is for all its methods, and a method's own counts before it. */
    @Disabled(WHY)
    @MustHold(Level.RC)
    static class KeepsReadCommitted {
        @RepeatedTest(2)
        void sells(Recording recording) {
            loseAnUpdate(recording);
        }

        @Test
        @MustHold({Level.RC, Level.CS})
        void sellsAndFails(Recording recording) {
            loseAnUpdate(recording);
        }
    }

    @Test
    void aLevelThatHoldsPassesAndRepetitionsHaveFoldersOfTheirOwn() {
        Launched launched = Launched.run(KeepsReadCommitted.class, folder);
        assertEquals(2, launched.passed());
        String message = launched.failures().get(0).getMessage();
        assertTrue(message.startsWith("What was recorded breaks cursor stability (cs)."), message);
        assertTrue(Files.exists(own(KeepsReadCommitted.class, "sells-1").resolve("history.jsonl")));
        assertTrue(Files.exists(own(KeepsReadCommitted.class, "sells-2").resolve("history.jsonl")));
    }

    @Disabled(WHY)
    static class FailsItself {
        @Test
        @MustHold(Level.SER)
        void sells(Recording recording) {
            loseAnUpdate(recording);
            throw new IllegalStateException("the stock is wrong");
        }
    }

    @Test
    void aViolationIsToldBesideTheTestsOwnFailure() {
        Launched launched = Launched.run(FailsItself.class, folder);
        assertEquals("the stock is wrong", launched.message());
        String beside = launched.failures().get(0).getSuppressed()[0].getMessage();
        assertTrue(beside.contains("LostUpdate"), beside);
    }

    @Disabled(WHY)
    static class RecordsNothing {
        @Test
        @MustHold(Level.SER)
        void sells(Recording recording) {
            recording.session("alice").begin().aborted("no stock");
        }
    }

    @Test
    void nothingRecordedIsNoAssurance() {
        String message = Launched.run(RecordsNothing.class, folder).message();
        assertTrue(message.startsWith("No transaction was recorded as committed"), message);
    }

    @Disabled(WHY)
    static class RepeatsAValue {
        @Test
        @MustHold(Level.SER)
        void sells(Recording recording) {
            for (String name : new String[] {"alice", "bob"}) {
                TransactionRecorder transaction = recording.session(name).begin();
                transaction.write("x", 1);
                transaction.read("x", 1);
                transaction.committed();
            }
        }
    }

    @Test
    void valuesThatRepeatAreNamedWithTheCure() {
        String message = Launched.run(RepeatsAValue.class, folder).message();
        assertTrue(message.contains("Every write of a key needs a value of its own"), message);
    }
}
