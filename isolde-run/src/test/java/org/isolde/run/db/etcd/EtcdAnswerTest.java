package org.isolde.run.db.etcd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** etcd's answers, with all that it leaves out. */
class EtcdAnswerTest {
    private static EtcdAnswer parse(String json) throws IOException {
        return EtcdAnswer.parse(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aKeyThatIsThere() throws IOException {
        EtcdAnswer answer = parse("""
                {"header":{"cluster_id":"14841639068965178418","revision":"7","raft_term":"2"},
                 "kvs":[{"key":"YQ==","create_revision":"2","mod_revision":"5","version":"1","value":"LTU="}],"count":"1"}""");
        assertEquals(7, answer.revision());
        assertEquals(5, answer.modRevision());
        assertEquals("-5", answer.value());
        assertNull(answer.error());
    }

    @Test
    void aKeyThatIsNotThereAndATransactionThatFailed() throws IOException {
        EtcdAnswer answer = parse("{\"header\":{\"revision\":\"1\"},\"more\":[{\"a\":{}}]}");
        assertNull(answer.value());
        assertEquals(0, answer.modRevision());
        assertEquals(false, answer.succeeded());
    }

    @Test
    void aTransactionThatSucceeded() throws IOException {
        EtcdAnswer answer = parse("""
                {"header":{"revision":"2"},"succeeded":true,"responses":[{"response_put":{"header":{"revision":"9"}}}]}""");
        assertTrue(answer.succeeded());
        assertEquals(2, answer.revision());
    }

    @Test
    void anError() throws IOException {
        EtcdAnswer answer = parse("{\"error\":\"etcdserver: \\\"x\\\"\",\"message\":\"m\",\"code\":14}");
        assertEquals("etcdserver: \"x\"", answer.error());
        assertEquals(14, answer.code());
    }

    @Test
    void whatIsCutOffIsNoAnswer() {
        assertThrows(IOException.class, () -> parse("{\"header\":{\"revision\":\"2\"},\"succee"));
        assertThrows(IOException.class, () -> parse(""));
        assertThrows(IOException.class, () -> parse("[]"));
    }
}
