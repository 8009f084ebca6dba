/** Plots of figures as SVG: lines and bars over labelled axes, for benchmarks and for runs. */
package org.isolde.report.plot;
