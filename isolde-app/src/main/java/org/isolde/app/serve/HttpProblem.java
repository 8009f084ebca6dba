package org.isolde.app.serve;

/** A request that is not answered as asked, with the status and a sentence for the user. */
final class HttpProblem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    HttpProblem(int status, String message) {
        super(message);
        this.status = status;
    }

    static HttpProblem notFound(String what) {
        return new HttpProblem(404, "There is no " + what + " here.");
    }

    int status() {
        return status;
    }
}
