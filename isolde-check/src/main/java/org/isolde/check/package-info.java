/**
 * The door: a history goes in, verdicts come out.
 *
 * <p>The question: <em>which isolation levels does this history satisfy?</em> {@link Isolde} takes a history and {@link
 * CheckOptions} and gives a {@link CheckResult}, which has a {@link Verdict} for each level, with what shows it: an
 * order of commits, or at least one {@link Anomaly}. It makes the proof of each when asked. That is all that other
 * modules see; the packages beneath are nobody else's business.
 *
 * <p>The invariant: {@code Satisfied} has an order that explains the history, {@code Violated} an anomaly, and what
 * can't be settled within the limits is {@code Undecided}, never a guess. The definitions are {@link
 * org.isolde.history.Level}'s, and docs/levels.md says them at length.
 *
 * <p>Behind the door, each package knows only what stands to its left, and none between the same bars:
 *
 * <pre>
 * graph, budget, refute | facts | replay, expected, weak, known, polygraph, lin, timestamps | tell | plan
 * </pre>
 *
 * What is known before any level is asked ({@code facts}) goes to the engines; an engine answers with an order or with
 * contradictions ({@code refute}), in numbers; {@code tell} finds the words, and {@code plan} says who is asked, and
 * when. Of this package's types the engines use those that are data ({@link AnomalyKind}, {@link EdgeKind}, {@link
 * CommitOrder}, {@link ViolationLimit}, {@link TimestampFindings}, ...), never those that speak ({@link Anomaly},
 * {@link Edge}, {@link Names}).
 *
 * <p>To begin reading: {@link Isolde}, then {@code plan.Planner}, where the rules are a list.
 */
package org.isolde.check;
