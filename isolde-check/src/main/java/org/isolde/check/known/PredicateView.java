package org.isolde.check.known;

import org.isolde.check.predicates.PredicateEdges;
import org.isolde.check.predicates.PredicateExplanation;

/**
 * What predicate reads add to the dependencies.
 *
 * @param missed whether changes that they missed count: at every level but rr
 */
record PredicateView(PredicateEdges edges, PredicateExplanation explanation, boolean missed) {}
