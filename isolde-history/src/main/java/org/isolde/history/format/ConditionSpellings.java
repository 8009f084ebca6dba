package org.isolde.history.format;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.isolde.condition.Condition;
import org.isolde.condition.ConditionException;

/** The one spelling of each condition of an input, so that a condition is parsed once, whoever reads it next. */
final class ConditionSpellings {
    private final Map<String, String> spelling = new ConcurrentHashMap<>();

    String of(String text) throws ConditionException {
        String known = spelling.get(text);
        if (known == null) {
            known = Condition.parse(text).text();
            spelling.put(text, known);
        }
        return known;
    }
}
