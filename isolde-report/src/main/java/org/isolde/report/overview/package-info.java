/** The whole history at a glance: how much was committed and aborted over time, and which levels hold. */
package org.isolde.report.overview;
