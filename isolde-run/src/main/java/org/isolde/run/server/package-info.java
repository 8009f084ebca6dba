/**
 * How are servers started, hurt, and ended for certain? {@link org.isolde.run.server.Servers} are one or the nodes of a
 * cluster, all or none of them; each is a {@link org.isolde.run.server.ServerProcess}, which is ready when it answers,
 * and can be killed, restarted and paused.
 *
 * <p>They work in a {@link org.isolde.run.server.ServerFolder}, whose supervisor ends them and removes the folder,
 * whatever ended Isolde. No database is known here: what is started, and how one asks whether it is ready, comes from
 * outside.
 */
package org.isolde.run.server;
