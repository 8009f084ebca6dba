/**
 * Does what my own code does keep the isolation level that it needs? A test method gets a {@link
 * org.isolde.junit.Recording}; what its sessions do with the application's own database is recorded, and when the method
 * ends the history is held to the level that {@link org.isolde.junit.MustHold} names. A violation fails the test, with its
 * story in the message.
 *
 * <p>What holds: a test passes only if the level was decided and satisfied by a history in which something was committed.
 * Begin reading at {@link org.isolde.junit.IsoldeExtension}.
 */
package org.isolde.junit;
