package org.isolde.report.graph;

/**
 * Says how far to the right each item of a layout stands: as near to the mean of its neighbours as the order of its layer
 * and the widths of the others let it.
 *
 * <p>Invariant: neighbours in a layer never come closer than their widths and a gap. Layer by layer the sum of squared
 * distances from the wish is the smallest there is (pooling of adjacent violators, Ayer et al. 1955).
 */
final class HorizontalPlaces {
    private static final int SWEEPS = 40;
    private static final double BOX_GAP = 28;
    private static final double POINT_GAP = 8;
    /** Edges through several layers should be straight, rather than boxes in the middle of theirs. */
    private static final double STRAIGHT = 4;

    private final Layers layers;
    private final double[] x;

    private HorizontalPlaces(Layers layers) {
        this.layers = layers;
        this.x = new double[layers.items()];
    }

    /** For each item the middle of its place. */
    static double[] of(Layers layers) {
        HorizontalPlaces places = new HorizontalPlaces(layers);
        for (int layer = 0; layer < layers.count(); layer++) {
            places.startCentred(layer);
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int i = 0; i < layers.count(); i++) {
                places.improve(sweep % 2 == 0 ? i : layers.count() - 1 - i);
            }
        }
        return places.x;
    }

    private void startCentred(int layer) {
        int[] items = layers.items(layer);
        double at = 0;
        for (int i = 0; i < items.length; i++) {
            at += i == 0 ? 0 : distance(items[i - 1], items[i]);
            x[items[i]] = at;
        }
        for (int item : items) {
            x[item] -= at / 2;
        }
    }

    private double distance(int left, int right) {
        double gap = layers.isBox(left) && layers.isBox(right) ? BOX_GAP : POINT_GAP;
        return (layers.width(left) + layers.width(right)) / 2 + gap;
    }

    private void improve(int layer) {
        int[] items = layers.items(layer);
        double[] value = new double[items.length];
        double[] weight = new double[items.length];
        int[] size = new int[items.length];
        int pools = 0;
        double offset = 0;
        for (int i = 0; i < items.length; i++) {
            offset += i == 0 ? 0 : distance(items[i - 1], items[i]);
            value[pools] = wish(items[i]) - offset;
            weight[pools] = layers.isBox(items[i]) ? 1 : STRAIGHT;
            size[pools] = 1;
            pools++;
            while (pools > 1 && value[pools - 2] > value[pools - 1]) {
                double sum = weight[pools - 2] + weight[pools - 1];
                value[pools - 2] = (value[pools - 2] * weight[pools - 2] + value[pools - 1] * weight[pools - 1]) / sum;
                weight[pools - 2] = sum;
                size[pools - 2] += size[pools - 1];
                pools--;
            }
        }
        offset = 0;
        int item = 0;
        for (int pool = 0; pool < pools; pool++) {
            for (int i = 0; i < size[pool]; i++, item++) {
                offset += item == 0 ? 0 : distance(items[item - 1], items[item]);
                x[items[item]] = value[pool] + offset;
            }
        }
    }

    /** The weighted mean of the neighbours above and below; where it stands, if it has none. */
    private double wish(int item) {
        double sum = 0;
        double weights = 0;
        for (int[] neighbours : new int[][] {layers.above(item), layers.below(item)}) {
            for (int each : neighbours) {
                double weight = layers.isBox(each) ? 1 : STRAIGHT;
                sum += weight * x[each];
                weights += weight;
            }
        }
        return weights == 0 ? x[item] : sum / weights;
    }
}
