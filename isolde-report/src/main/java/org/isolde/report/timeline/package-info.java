/** A finding over time: sessions as rows, transactions as bars, and what was around them. */
package org.isolde.report.timeline;
