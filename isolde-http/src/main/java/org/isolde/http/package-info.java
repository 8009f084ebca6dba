/**
 * How does a server of Isolde's speak HTTP? The page over the runs and the monitor differ in what they answer, and in nothing
 * else; so all else is here, once.
 *
 * <p>{@link org.isolde.http.HttpHost} is the place to begin reading: it listens, has the {@link org.isolde.http.Guard} look
 * at each request, hands it to the routes of its owner as a {@link org.isolde.http.Request}, and makes an answer of whatever
 * goes wrong there. {@link org.isolde.http.PageFiles} are the files of a page out of the jar, and
 * {@link org.isolde.http.EventOutput} tells a browser of events as they come.
 *
 * <p>What holds for every request, whoever owns the host:
 *
 * <ul>
 *   <li>Nobody is answered by a name that a page from elsewhere could have brought along, and every answer says what a
 *       browser may do with it.
 *   <li>Nobody keeps a thread for longer than a minute by sending or taking nothing, nor for longer than ten seconds in the
 *       head of a request or five minutes in its body ({@code Deadlines}); where threads are short, whoever has kept one
 *       waiting for the longest goes. Who waits for the owner, for the monitor's disk say, may wait as long as that takes.
 *   <li>A body is read only up to a limit, and only so many may be connected, send and watch at once ({@code Limits}).
 *   <li>Whoever sends what can't be understood, or too much, is answered before the connection is closed.
 * </ul>
 *
 * <p>It is the JDK's own server underneath, which needs no library; of Isolde only the writer of JSON is known here.
 */
package org.isolde.http;
