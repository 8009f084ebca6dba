package org.isolde.report.graph;

import java.util.Arrays;
import java.util.Comparator;

/** Puts the items of each layer in an order with few crossings: each goes to the mean of its neighbours, up and down in turns. */
final class LayerOrder {
    private static final int SWEEPS = 24;

    private LayerOrder() {}

    static void arrange(Layers layers) {
        int[][] best = copy(layers);
        long fewest = crossings(layers);
        for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
            boolean down = sweep % 2 == 0;
            for (int i = 1; i < layers.count(); i++) {
                int layer = down ? i : layers.count() - 1 - i;
                sort(layers, layer, down);
            }
            long crossings = crossings(layers);
            if (crossings < fewest) {
                fewest = crossings;
                best = copy(layers);
            }
        }
        for (int layer = 0; layer < best.length; layer++) {
            System.arraycopy(best[layer], 0, layers.items(layer), 0, best[layer].length);
        }
    }

    private static void sort(Layers layers, int layer, boolean down) {
        int[] items = layers.items(layer);
        int[] places = places(layers, layer + (down ? -1 : 1));
        double[] mean = new double[layers.items()];
        for (int i = 0; i < items.length; i++) {
            int[] neighbours = down ? layers.above(items[i]) : layers.below(items[i]);
            mean[items[i]] = Arrays.stream(neighbours)
                    .map(each -> places[each])
                    .average()
                    .orElse(i);
        }
        Integer[] sorted = Arrays.stream(items).boxed().toArray(Integer[]::new);
        Arrays.sort(sorted, Comparator.comparingDouble(item -> mean[item]));
        for (int i = 0; i < items.length; i++) {
            items[i] = sorted[i];
        }
    }

    /** For each item of a layer its place in it. */
    private static int[] places(Layers layers, int layer) {
        int[] places = new int[layers.items()];
        int[] items = layers.items(layer);
        for (int i = 0; i < items.length; i++) {
            places[items[i]] = i;
        }
        return places;
    }

    /** How many pairs of edges cross. */
    static long crossings(Layers layers) {
        long crossings = 0;
        for (int layer = 0; layer + 1 < layers.count(); layer++) {
            int[] places = places(layers, layer + 1);
            int[] items = layers.items(layer);
            for (int i = 0; i < items.length; i++) {
                for (int k = i + 1; k < items.length; k++) {
                    for (int a : layers.below(items[i])) {
                        for (int b : layers.below(items[k])) {
                            crossings += places[a] > places[b] ? 1 : 0;
                        }
                    }
                }
            }
        }
        return crossings;
    }

    private static int[][] copy(Layers layers) {
        int[][] copy = new int[layers.count()][];
        Arrays.setAll(copy, layer -> layers.items(layer).clone());
        return copy;
    }
}
