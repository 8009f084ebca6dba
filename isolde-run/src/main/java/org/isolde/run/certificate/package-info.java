/**
 * Certificates: what a database itself knows of its versions, recovered while a workload on rows runs.
 *
 * <p>The question: <em>in which order did the versions of each row follow each other, and which of them did a statement look
 * at?</em> Clients can't tell; a database can, by its log of changes and its snapshots. With it predicates can be checked,
 * and so phantoms.
 *
 * <p>The way: a {@link org.isolde.run.certificate.CertificateSource} knows one kind of database, and is found by a service
 * file, also in plug-ins. It begins a {@link org.isolde.run.certificate.Recovery} for each run, which makes the sessions
 * (they note snapshots and numbers, which the recording has at once) and follows the stream of changes beside them. At the
 * end it gives a {@link org.isolde.run.certificate.Certificate}: above all the {@link org.isolde.run.certificate.ChangeLog},
 * all that was committed, in order. {@link org.isolde.run.certificate.Certification} then holds the recording and the log
 * against each other and writes the history anew.
 *
 * <p>What holds: a certificate in which anything is amiss is refused, with the reason, and the history has nothing of it. A
 * verdict is never based on a certificate that did not pass.
 */
package org.isolde.run.certificate;
