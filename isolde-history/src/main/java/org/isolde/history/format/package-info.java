/**
 * Formats: how histories are spelled, our own way and in those of other tools.
 *
 * <p>The question: <em>which format is this, what does it say, and what is lost if it is written in another one?</em>
 * {@link Format} is the table: a line a format, with the class that reads it and the one that writes it, if there is
 * one. A {@link Source} (a file, a folder or a stream, unpacked on the way) is shown to each in turn, the surest first,
 * until one recognises it.
 *
 * <p>The invariants: what is read is a history or an error that names the file, the line and the cure, never half of
 * one; what can't be written is named before anything is written; and what was written is read back as an equal
 * history, but for what was named. Nothing is built that is not kept: cursors ({@code JsonCursor}, {@code EdnCursor})
 * walk over bytes, and formats of independent lines are cut into blocks that threads parse side by side ({@code
 * Lines}), each into a segment of its own.
 *
 * <p>A name says its direction: {@code ...Reader} reads, {@code ...Writer} writes. The native lines are spelled in one
 * place, {@link TransactionWriter}, for recordings, generated histories and conversions alike; {@link
 * TransactionReader} takes them as they come. docs/formats.md describes every format.
 *
 * <p>To begin reading: {@link Format}, then {@code PlumeReader}, a small one. It may use {@code org.isolde.history},
 * and a library for zstd.
 */
package org.isolde.history.format;
