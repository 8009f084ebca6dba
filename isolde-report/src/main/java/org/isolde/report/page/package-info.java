/** The report as one HTML file, as JSON, and as a folder of files. */
package org.isolde.report.page;
