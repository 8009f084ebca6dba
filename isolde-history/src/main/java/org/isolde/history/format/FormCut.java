package org.isolde.history.format;

import java.util.Arrays;

/**
 * Cuts an input of maps or objects, in one array or one behind the other, where one probably begins: they mostly begin
 * with the same name, spelled alike, as no other in them does.
 *
 * <p>That is a guess. It was right if every block, read by itself, is a row of whole forms: the first block begins where a
 * form may begin, so then does the second one, and so on. Where one block is not, nothing that was read counts.
 */
final class FormCut implements Lines.Cut {
    /** How forms begin: the bracket and the first name. */
    private final byte[] opening;

    private FormCut(byte[] opening) {
        this.opening = opening;
    }

    /** The cut of an input with this head; null if it does not begin with a form that has a name. */
    static FormCut of(byte[] head) {
        int brace = 0;
        while (brace < head.length && head[brace] != '{' && head[brace] != '"' && head[brace] != ';') {
            brace++;
        }
        int name = brace + 1;
        while (name < head.length && head[name] <= ' ') {
            name++;
        }
        if (name >= head.length || head[brace] != '{' || (head[name] != '"' && head[name] != ':')) {
            return null;
        }
        int end = name + 1;
        while (end < head.length && (Character.isLetterOrDigit(head[end]) || head[end] == '_' || head[end] == '-')) {
            end++;
        }
        return new FormCut(Arrays.copyOfRange(head, brace, end));
    }

    @Override
    public int last(byte[] bytes, int searched, int length) {
        for (int i = length - opening.length; i > Math.max(0, searched - opening.length); i--) {
            if (bytes[i] == '{' && Arrays.equals(bytes, i, i + opening.length, opening, 0, opening.length)) {
                return inComment(bytes, i) ? -1 : i;
            }
        }
        return -1;
    }

    /** Whether what is before on the same line may have begun a comment of EDN. */
    private static boolean inComment(byte[] bytes, int at) {
        for (int i = at - 1; i >= 0 && bytes[i] != '\n'; i--) {
            if (bytes[i] == ';') {
                return true;
            }
        }
        return false;
    }
}
