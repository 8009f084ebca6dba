package org.isolde.run.scenario;

/**
 * Something that happened to a step.
 *
 * @param <S> a step
 * @param <A> what it is answered
 * @param answer null unless it was answered
 */
public record StepEvent<S, A>(S step, Kind kind, A answer) {
    public enum Kind {
        SENT,
        /** It was sent, and waits for a lock. */
        WAITS,
        ANSWERED,
        /** It was not sent, because of what an earlier step was answered, or because the execution had ended. */
        SKIPPED,
        /** It would have waited for ever, and Isolde had it cancelled. */
        CANCELLED
    }

    static <S, A> StepEvent<S, A> answered(S step, A answer) {
        return new StepEvent<>(step, Kind.ANSWERED, answer);
    }

    static <S, A> StepEvent<S, A> of(S step, Kind kind) {
        return new StepEvent<>(step, kind, null);
    }
}
