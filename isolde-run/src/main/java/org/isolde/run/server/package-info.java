/**
 * How are servers started, hurt, and ended for certain? A {@link org.isolde.run.server.ServerFolder} is a temporary
 * folder with a supervisor, which ends the servers and removes the folder whatever ended Isolde; a {@link
 * org.isolde.run.server.ServerProcess} is one server in it that can be killed, restarted and paused.
 *
 * <p>It knows no database: what is started, and how one asks whether it is ready, comes from outside.
 */
package org.isolde.run.server;
