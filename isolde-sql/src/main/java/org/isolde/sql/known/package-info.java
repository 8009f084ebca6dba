/**
 * Is this mismatch one that is known of the database already? {@link org.isolde.sql.known.KnownBehaviours} declares what is known and not
 * fixed, each with where it is described, and recognises it in a reduced case; what fits none of them is new.
 */
package org.isolde.sql.known;
