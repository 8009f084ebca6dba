/**
 * What there is to tell about verdicts: the story of each anomaly, the smallest history that shows it, and the pictures and
 * pages made of both.
 */
package org.isolde.report;
