/**
 * What do we say of it? Names, sentences and reasons for what an engine found, in the words of the input.
 *
 * <p>{@link Teller} makes an {@link org.isolde.check.Anomaly} of a {@link org.isolde.check.refute.Contradiction}, and
 * nothing else does. A contradiction is data that shows a violation; here it gets one of MTC's fourteen names or one of
 * those that only lists, version orders, registers or timestamps can show ({@link org.isolde.check.AnomalyKind}),
 * beside it the name that Adya and Elle have for it, and for each edge a sentence that says why the one comes before
 * the other: "T1 read x = 4, which ..."
 *
 * <p>A cycle gets its name from its edges alone ({@link org.isolde.check.known.CycleKind}); one with forced orderings
 * from the strongest premise that these need; a lost update is told from other cycles of one anti-dependency ({@link
 * org.isolde.check.known.LostUpdate}). Where one cycle is not enough, {@code CaseWords} tells the refutation itself:
 * orderings that must hold, one after the other, each with what its opposite would close.
 *
 * <p>The invariants: nothing is decided here, and nothing is found out that the contradiction does not hold already;
 * every kind of contradiction has words; and there is one sentence for a kind of edge, {@code EdgeWords}, whoever found
 * it.
 *
 * <p>To begin reading: {@link Teller}. It may use {@code facts}, {@code known} for the names of cycles, {@code refute},
 * and the door's words.
 */
package org.isolde.check.tell;
