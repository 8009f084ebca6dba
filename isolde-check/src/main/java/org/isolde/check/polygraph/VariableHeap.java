package org.isolde.check.polygraph;

/** The variables of a search, most active first; a variable that is taken may be put back. */
final class VariableHeap {
    private final double[] activity;
    private final int[] heap;
    private final int[] at;
    private int size;

    VariableHeap(int variables, double[] activity) {
        this.activity = activity;
        heap = new int[variables];
        at = new int[variables];
        for (int v = 0; v < variables; v++) {
            heap[v] = v;
            at[v] = v;
        }
        size = variables;
    }

    /** Takes the most active variable that has no value. */
    int next(byte[] value) {
        while (true) {
            int top = heap[0];
            at[top] = -1;
            size--;
            if (size > 0) {
                heap[0] = heap[size];
                at[heap[0]] = 0;
                down(0);
            }
            if (value[2 * top] == 0) {
                return top;
            }
        }
    }

    void back(int variable) {
        if (at[variable] < 0) {
            heap[size] = variable;
            at[variable] = size;
            up(size++);
        }
    }

    void increased(int variable) {
        if (at[variable] >= 0) {
            up(at[variable]);
        }
    }

    private boolean isBefore(int a, int b) {
        return activity[a] > activity[b] || (activity[a] == activity[b] && a < b);
    }

    private void up(int from) {
        int i = from;
        int variable = heap[i];
        while (i > 0 && isBefore(variable, heap[(i - 1) >> 1])) {
            heap[i] = heap[(i - 1) >> 1];
            at[heap[i]] = i;
            i = (i - 1) >> 1;
        }
        heap[i] = variable;
        at[variable] = i;
    }

    private void down(int from) {
        int i = from;
        int variable = heap[i];
        while (2 * i + 1 < size) {
            int child = 2 * i + 1;
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], variable)) {
                break;
            }
            heap[i] = heap[child];
            at[heap[i]] = i;
            i = child;
        }
        heap[i] = variable;
        at[variable] = i;
    }
}
