package org.isolde.sql.ast;

import java.util.List;
import java.util.function.Consumer;

/** A part of a tree. Every node is a record whose components are nodes, lists of nodes, or plain values. */
public interface Node {
    /** The nodes right below this one, in the order of the record's components. */
    default List<Node> parts() {
        return RecordShape.of(getClass()).parts(this);
    }

    /** The same with other parts: as many, each of a type that fits. */
    default Node withParts(List<Node> parts) {
        return RecordShape.of(getClass()).withParts(this, parts);
    }

    /** Shows this node and all below it, a node before its parts. */
    default void walk(Consumer<Node> visitor) {
        visitor.accept(this);
        parts().forEach(part -> part.walk(visitor));
    }
}
