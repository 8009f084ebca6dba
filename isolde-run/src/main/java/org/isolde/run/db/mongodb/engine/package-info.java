/**
 * What is compiled against MongoDB's driver, which is fetched at run time: all classes here are loaded by an {@link
 * org.isolde.run.artifact.AdapterLoader}, and known to the rest only by an interface of the package above.
 */
package org.isolde.run.db.mongodb.engine;
