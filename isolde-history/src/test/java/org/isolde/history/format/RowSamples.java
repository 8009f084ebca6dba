package org.isolde.history.format;

/** A history of rows. */
public final class RowSamples {
    private RowSamples() {}

    /** All that rows can have, in the one spelling that is written. */
    public static final String ALL = """
            {"isolde":1}
            {"session":0,"ops":[["w","t/5",17,{"a":4,"b":null,"c":"x"}],["w","t/6",1,{}],["w","u",3]],"number":7}
            {"session":1,"ops":[["rp","t","a < 5 and b is null",[["t/5",17]],{"sees":[["t/5",17],["t/6",1]]}],["d","t/6",2]]}
            {"session":1,"ops":[["r","u",3],["rp","t","a < 5",[["t/5",17],["t/6",1]]],["rp","t","a > 5",[]],["r","t/5",17],["rp","s","true",{"count":0}]]}
            {"session":2,"ops":[["rp","t","a < 5",{"min(a)":4},{"snapshot":{"upto":9,"but":[3,8]}}],["rp","t","true",{"sum(a)":null}]],"number":10,"snapshot":{"upto":7}}
            {"session":2,"ops":[["rp","t","a < 5",[],{"sees":[]}]]}
            {"session":2,"ops":[["rp","t","a < 5",[["t/5",17]],{"snapshot":{"upto":9,"but":[7]},"sees":[["t/5",17]]}]]}
            {"versions":{"key":"t/6","order":[1,2]}}
            """;
}
