package org.isolde.run.db.etcd;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What of etcd's answers Isolde needs.
 *
 * <p>etcd leaves out what is zero, false or empty, and writes its 64-bit numbers as strings.
 *
 * @param revision of the store, at which the request was answered
 * @param succeeded whether the compares of a transaction held
 * @param value of the one key that was asked for; null if it is not there
 * @param modRevision when that key was written last; 0 if it is not there
 * @param error null unless etcd refused
 * @param code of the error, in gRPC's numbers
 * @param version of the server, in the answer to that question
 * @param token that shows who one is, in the answer to a password
 */
record EtcdAnswer(
        long revision,
        boolean succeeded,
        String value,
        long modRevision,
        String error,
        int code,
        String version,
        String token) {
    private static final JsonFactory JSON = new JsonFactory();

    static EtcdAnswer parse(byte[] body) throws IOException {
        long revision = 0;
        boolean succeeded = false;
        String value = null;
        long modRevision = 0;
        String error = null;
        int code = 0;
        String version = null;
        String token = null;
        try (JsonParser json = JSON.createParser(body)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("etcd's answer is no JSON object");
            }
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "header" -> revision = number(json, "revision");
                    case "succeeded" -> succeeded = json.getBooleanValue();
                    case "error" -> error = json.getText();
                    case "code" -> code = json.getIntValue();
                    case "etcdserver" -> version = json.getText();
                    case "token" -> token = json.getText();
                    case "kvs" -> {
                        while (json.nextToken() != JsonToken.END_ARRAY) {
                            // A key whose value is empty has none in the answer.
                            value = "";
                            while (json.nextToken() != JsonToken.END_OBJECT) {
                                String part = json.currentName();
                                json.nextToken();
                                switch (part) {
                                    case "value" ->
                                        value = new String(
                                                Base64.getDecoder().decode(json.getText()), StandardCharsets.US_ASCII);
                                    case "mod_revision" -> modRevision = Long.parseLong(json.getText());
                                    default -> json.skipChildren();
                                }
                            }
                        }
                    }
                    default -> json.skipChildren();
                }
            }
        }
        return new EtcdAnswer(revision, succeeded, value, modRevision, error, code, version, token);
    }

    /** One number out of an object. */
    private static long number(JsonParser json, String name) throws IOException {
        long found = 0;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            json.nextToken();
            if (field.equals(name)) {
                found = Long.parseLong(json.getText());
            } else {
                json.skipChildren();
            }
        }
        return found;
    }
}
