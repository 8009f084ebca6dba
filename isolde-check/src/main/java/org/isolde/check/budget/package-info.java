/**
 * How long may this go on, and how much memory may it take?
 *
 * <p>Deciding the strong levels or {@code lin} may take exponential time, and causal consistency without room for
 * vectors takes n^2 / 64 steps. So whoever works for long carries a {@link Budget} and asks it: every now and then for
 * time, and before a table grows for memory. When the answer is no, a {@link BudgetExceededException} ends the work
 * with its reason.
 *
 * <p>The invariant: a budget turns a verdict into {@code undecided} and nothing else. No engine answers from half of
 * its work, and none catches the exception but where a part of the question is left that can be decided without what
 * was given up (one key of {@code lin}); the planner makes the verdict of it.
 *
 * <p>Asked in {@code weak}, {@code polygraph} and {@code lin}; everything else is linear, or nearly. It uses nothing of
 * Isolde.
 */
package org.isolde.check.budget;
