/** The dependency graph of an anomaly: its layout, and the graph as SVG, DOT and JSON. */
package org.isolde.report.graph;
