package org.isolde.run.db.etcd;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * What of etcd's answers Isolde needs.
 *
 * <p>etcd leaves out what is zero, false or empty, and writes its 64-bit numbers as strings.
 *
 * @param revision of the store, at which the request was answered
 * @param succeeded whether the compares of a transaction held
 * @param found the keys that were asked for and are there
 * @param error null unless etcd refused
 * @param code of the error, in gRPC's numbers
 * @param version of the server, in the answer to that question
 * @param token that shows who one is, in the answer to a password
 */
record EtcdAnswer(
        long revision, boolean succeeded, List<KeyValue> found, String error, int code, String version, String token) {
    private static final JsonFactory JSON = new JsonFactory();

    /** @param modRevision when the key was written last */
    record KeyValue(String key, String value, long modRevision) {}

    /** The value of the one key that was asked for; null if it is not there. */
    String value() {
        return found.isEmpty() ? null : found.get(0).value();
    }

    /** When the one key that was asked for was written last; 0 if it is not there. */
    long modRevision() {
        return found.isEmpty() ? 0 : found.get(0).modRevision();
    }

    static EtcdAnswer parse(byte[] body) throws IOException {
        long revision = 0;
        boolean succeeded = false;
        List<KeyValue> found = new ArrayList<>();
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
                            found.add(keyValue(json));
                        }
                    }
                    default -> json.skipChildren();
                }
            }
        }
        return new EtcdAnswer(revision, succeeded, found, error, code, version, token);
    }

    private static KeyValue keyValue(JsonParser json) throws IOException {
        String key = "";
        // A key whose value is empty has none in the answer.
        String value = "";
        long modRevision = 0;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String part = json.currentName();
            json.nextToken();
            switch (part) {
                case "key" -> key = text(json.getText());
                case "value" -> value = text(json.getText());
                case "mod_revision" -> modRevision = Long.parseLong(json.getText());
                default -> json.skipChildren();
            }
        }
        return new KeyValue(key, value, modRevision);
    }

    static String text(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
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
