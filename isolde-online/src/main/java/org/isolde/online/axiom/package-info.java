/** The axioms of timestamps, key by key and session by session, and how what they know is written down. */
package org.isolde.online.axiom;
