package org.isolde.report.answer;

/** What an application, or whoever runs its database, can do against a {@link Hazard}. */
public enum Cure {
    STRONGER_LEVEL("a stronger isolation level"),
    LOCKING_READ("lock what is read and must not change"),
    ONE_UPDATE(
            "change a row in one statement (UPDATE ... SET n = n + 1) instead of reading it, computing, and writing it back;"
                    + " or check in the UPDATE's WHERE that a version column still has the value that was read"),
    ONE_QUERY("read what belongs together in one statement"),
    CONSTRAINT("a unique or exclusion constraint; or lock a row that stands for all of them before you search");

    private final String text;

    Cure(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }
}
