package org.isolde.sql.generate;

import java.util.Arrays;
import java.util.List;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;
import org.isolde.sql.dialect.Dialect;

/** The functions of a dialect, by the type of what they give. */
final class Functions {
    private Functions() {}

    /** In the order of their declaration, whatever set a dialect keeps them in. */
    static List<Function> of(Dialect dialect, Type result) {
        return Arrays.stream(Function.values())
                .filter(function ->
                        function.result() == result && dialect.functions().contains(function))
                .toList();
    }
}
