/**
 * Which statement has to come before which, so that each sees what it saw?
 *
 * <p>An {@link org.isolde.sql.depend.ObservedRun} is an execution as statements saw it; its {@link org.isolde.sql.depend.RowHistory} has
 * the versions of all rows; {@link org.isolde.sql.depend.Dependencies} infers the {@link org.isolde.sql.depend.DependencyGraph} from
 * them (TxCheck, section 3.1 and appendix B). {@link org.isolde.sql.depend.Ordering} finds orders of it, or what has to be left out so
 * that there is one.
 */
package org.isolde.sql.depend;
