/**
 * Files that Isolde leaves behind: there as a whole or not at all, and for whom they are meant. Everybody who writes any knows
 * this package; it knows nobody.
 */
package org.isolde.history.file;
