/** What all pictures of a report share: SVG that is escaped, reads well on light and dark, and stands alone or in a page. */
package org.isolde.report.draw;
