package org.isolde.flink;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.isolde.history.format.Json;

/**
 * A transaction that wrote something where verdicts were final already. Later reads see its writes; what was final stays so.
 *
 * @param session its session, as JSON
 * @param seq its number there
 * @param commit the physical part of its commit timestamp
 * @param watermark up to where verdicts were final when it came
 */
public record LateTransaction(String session, long seq, long commit, long watermark) {
    /** How Flink writes it. */
    public static final TypeInformation<LateTransaction> TYPE =
            new CodecType<>(LateTransaction.class, false, LateTransactionCodec::new);

    /** A line of JSON, without the line feed. */
    public String json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("late", Map.of("session", new Json.Raw(session), "seq", seq));
        json.put("commit", commit);
        json.put("watermark", watermark);
        return Json.of(json);
    }
}
