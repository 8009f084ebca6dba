package org.isolde.sql.dialect;

import java.util.List;
import org.isolde.sql.ast.Expression.AggregateFunction;
import org.isolde.sql.ast.Function;
import org.isolde.sql.ast.Type;

/** Databases in which a null has a type, and functions and aggregates give other types of numbers than they were given. */
abstract class StronglyTypedDialect extends Dialect {
    @Override
    protected String nullOf(Type type) {
        return cast("null", type);
    }

    /** The sign of an integer is a double or a tiny integer, which overflows soon. */
    @Override
    protected String call(Function function, List<String> arguments) {
        String all = super.call(function, arguments);
        return function == Function.SIGN ? cast(all, Type.INTEGER) : all;
    }

    @Override
    protected String aggregate(AggregateFunction function, Type type, String argument) {
        return narrowed(function, type, argument);
    }
}
