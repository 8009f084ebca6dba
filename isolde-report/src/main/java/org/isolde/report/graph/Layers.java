package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A graph whose edges all lead from one layer to the next: an edge over several layers is a chain of points, and a label
 * is a point with a size. If there are labels, every other layer is for them alone.
 *
 * <p>Invariant: items {@code 0 .. boxes - 1} are the boxes, in even layers if there are labels; all others are points of
 * edges. Each item stands once in {@code items} of its layer.
 */
final class Layers {
    /** The slot that an edge has for itself where it passes through a layer. */
    private static final double SLOT = 14;

    private final int boxes;
    private final List<LayeredLayout.Box> sizes = new ArrayList<>();
    private final List<Integer> layerOf = new ArrayList<>();
    private final int[][] above;
    private final int[][] below;
    private final int[][] chains;
    private final boolean[] turned;
    private final boolean[] isLabel;
    private final int[][] items;
    private final double[] heights;

    Layers(List<LayeredLayout.Box> boxes, List<LayeredLayout.Link> links, int[] order) {
        this.boxes = boxes.size();
        this.chains = new int[links.size()][];
        this.turned = new boolean[links.size()];
        boolean labelled = links.stream().anyMatch(link -> link.label() != null);
        int[] layer = layers(links, order);
        for (int box = 0; box < this.boxes; box++) {
            add(boxes.get(box), labelled ? 2 * layer[box] : layer[box]);
        }
        List<Integer> labels = new ArrayList<>();
        for (int i = 0; i < chains.length; i++) {
            chain(i, links.get(i), order, labels);
        }
        this.isLabel = new boolean[sizes.size()];
        labels.forEach(item -> isLabel[item] = true);
        this.above = new int[sizes.size()][];
        this.below = new int[sizes.size()][];
        join();
        int count = layerOf.stream().mapToInt(each -> each + 1).max().orElse(0);
        this.items = new int[count][];
        this.heights = new double[count];
        for (int each = 0; each < count; each++) {
            int wanted = each;
            items[each] = java.util.stream.IntStream.range(0, sizes.size())
                    .filter(item -> layerOf.get(item) == wanted)
                    .toArray();
            for (int item : items[each]) {
                heights[each] = Math.max(heights[each], sizes.get(item).height());
            }
        }
    }

    /** As near to the top as the edges allow; then what leads down only moves as near to its first successor as it can. */
    private int[] layers(List<LayeredLayout.Link> links, int[] order) {
        Integer[] byOrder = new Integer[boxes];
        Arrays.setAll(byOrder, box -> box);
        Arrays.sort(byOrder, java.util.Comparator.comparingInt(box -> order[box]));
        int[] layer = new int[boxes];
        for (int box : byOrder) {
            for (LayeredLayout.Link link : links) {
                int upper = order[link.from()] < order[link.to()] ? link.from() : link.to();
                int lower = upper == link.from() ? link.to() : link.from();
                if (upper == box) {
                    layer[lower] = Math.max(layer[lower], layer[box] + 1);
                }
            }
        }
        for (int i = boxes - 1; i >= 0; i--) {
            int box = byOrder[i];
            int nearest = Integer.MAX_VALUE;
            boolean hasAbove = false;
            for (LayeredLayout.Link link : links) {
                if (link.from() == box || link.to() == box) {
                    int other = link.from() == box ? link.to() : link.from();
                    hasAbove |= order[other] < order[box];
                    nearest = order[other] > order[box] ? Math.min(nearest, layer[other]) : nearest;
                }
            }
            if (!hasAbove && nearest != Integer.MAX_VALUE) {
                layer[box] = nearest - 1;
            }
        }
        return layer;
    }

    private void chain(int number, LayeredLayout.Link link, int[] order, List<Integer> labels) {
        turned[number] = order[link.from()] > order[link.to()];
        int upper = turned[number] ? link.to() : link.from();
        int lower = turned[number] ? link.from() : link.to();
        int steps = layerOf.get(lower) - layerOf.get(upper);
        int[] chain = new int[steps + 1];
        chain[0] = upper;
        chain[steps] = lower;
        // of the layers for labels, which are the odd ones, one near the middle
        int middle = steps / 2 % 2 == 1 ? steps / 2 : steps / 2 + 1;
        for (int i = 1; i < steps; i++) {
            boolean hasLabel = link.label() != null && i == middle;
            if (hasLabel) {
                labels.add(sizes.size());
            }
            chain[i] = sizes.size();
            add(hasLabel ? link.label() : new LayeredLayout.Box(SLOT, 0), layerOf.get(upper) + i);
        }
        chains[number] = chain;
    }

    /** Notes for each item its neighbours. */
    private void join() {
        List<List<Integer>> up = new ArrayList<>();
        List<List<Integer>> down = new ArrayList<>();
        for (int item = 0; item < sizes.size(); item++) {
            up.add(new ArrayList<>());
            down.add(new ArrayList<>());
        }
        for (int[] chain : chains) {
            for (int i = 1; i < chain.length; i++) {
                down.get(chain[i - 1]).add(chain[i]);
                up.get(chain[i]).add(chain[i - 1]);
            }
        }
        for (int item = 0; item < sizes.size(); item++) {
            above[item] = up.get(item).stream().mapToInt(each -> each).toArray();
            below[item] = down.get(item).stream().mapToInt(each -> each).toArray();
        }
    }

    private void add(LayeredLayout.Box size, int layer) {
        sizes.add(size);
        layerOf.add(layer);
    }

    int count() {
        return items.length;
    }

    int items() {
        return sizes.size();
    }

    /** The items of a layer from left to right; the array may be rearranged. */
    int[] items(int layer) {
        return items[layer];
    }

    int layer(int item) {
        return layerOf.get(item);
    }

    double width(int item) {
        return sizes.get(item).width();
    }

    double itemHeight(int item) {
        return sizes.get(item).height();
    }

    /** The height of the highest item of a layer. */
    double height(int layer) {
        return heights[layer];
    }

    boolean isBox(int item) {
        return item < boxes;
    }

    boolean isLabel(int item) {
        return isLabel[item];
    }

    int[] above(int item) {
        return above[item];
    }

    int[] below(int item) {
        return below[item];
    }

    /** The items that an edge goes through, from the top down. */
    int[] chain(int link) {
        return chains[link];
    }

    /** Whether an edge leads upwards. */
    boolean isTurned(int link) {
        return turned[link];
    }
}
