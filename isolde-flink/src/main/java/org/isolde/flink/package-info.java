/** The timestamp checks as Apache Flink jobs. */
package org.isolde.flink;
