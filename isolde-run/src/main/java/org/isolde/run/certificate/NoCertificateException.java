package org.isolde.run.certificate;

/** A database can't tell its versions, or not at this time; the message is the reason, and the cure if there is one. */
public final class NoCertificateException extends Exception {
    private static final long serialVersionUID = 1L;

    public NoCertificateException(String message) {
        super(message);
    }

    public NoCertificateException(String message, Throwable cause) {
        super(message, cause);
    }
}
