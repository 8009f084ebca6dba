package org.isolde.http;

/** A request that is not answered as asked, with the status and a sentence for the user. */
public final class HttpProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    public HttpProblem(int status, String message) {
        super(message);
        this.status = status;
    }

    public static HttpProblem notFound(String what) {
        return new HttpProblem(404, "There is no " + what + " here.");
    }

    public int status() {
        return status;
    }
}
