/**
 * What somebody wants to know who has never heard of anomalies: on how much a verdict stands, what a level lets happen in
 * plain words, whether it happened, and what to do about it. {@link org.isolde.report.answer.Hazard} has what can happen as
 * data; {@link org.isolde.report.answer.Conflicts} and {@link org.isolde.report.answer.Occurrences} count on the columns of
 * a history; {@link org.isolde.report.answer.Answer} is all of it for one test, and {@link
 * org.isolde.report.answer.AnswerText} says it.
 *
 * <p>Invariant: a count says what was counted, and whether there may be more.
 */
package org.isolde.report.answer;
