/**
 * Serving over HTTP: who may ask, requests and answers, the files of a page; and the server of the monitor.
 */
package org.isolde.online.http;
