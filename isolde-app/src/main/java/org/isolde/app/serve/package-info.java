/**
 * The local page over the run folders: a small HTTP server of the JDK, a JSON API, and a page of plain HTML, CSS and
 * JavaScript out of the jar. Reads run folders, and starts tests where that is allowed; writes nothing itself.
 */
package org.isolde.app.serve;
