package org.isolde.report.graph;

import java.util.ArrayList;
import java.util.List;

/**
 * Places the boxes of a small directed graph in layers, with room for a label on each edge (Sugiyama, Tagawa and Toda 1981;
 * labels take a place in the layers as Gansner et al. 1993 have it).
 *
 * <p>Invariant: boxes and labels don't overlap, and no edge runs through one of them that it does not belong to. In the
 * height of a layer an edge runs straight down in a slot of its own; it turns only between layers, and there it stays
 * within the height of the gap.
 */
public final class LayeredLayout {
    private static final double MARGIN = 14;

    /** Something to place. */
    public record Box(double width, double height) {}

    /**
     * An edge between two different boxes, by number, and the room that its label needs; null if it has none. Edges
     * between the same two boxes are kept apart by their labels.
     */
    public record Link(int from, int to, Box label) {}

    public record Point(double x, double y) {}

    /** A placed box; x and y are its corner at the top left. */
    public record Place(double x, double y, double width, double height) {
        public double middle() {
            return x + width / 2;
        }

        public double bottom() {
            return y + height;
        }
    }

    /**
     * The way of an edge from box to box.
     *
     * @param points from the rim of its first box to the rim of its second; between two of them the way bends once, and
     *     begins and ends upright
     * @param label where the label goes, or null if it has none
     */
    public record Route(List<Point> points, Place label) {}

    /** Where everything is. */
    public record Result(double width, double height, List<Place> boxes, List<Route> routes) {}

    private final Layers layers;
    private final List<Box> boxes;
    private final List<Link> links;

    private LayeredLayout(List<Box> boxes, List<Link> links, int[] order) {
        this.boxes = boxes;
        this.links = links;
        this.layers = new Layers(boxes, links, order);
    }

    /**
     * Places a graph.
     *
     * @param order which box should rather stand above which: edges from a greater to a smaller number point upwards.
     *     Numbers are distinct. Null to turn around few edges
     */
    public static Result of(List<Box> boxes, List<Link> links, int[] order) {
        for (Link link : links) {
            if (link.from() == link.to()) {
                throw new IllegalArgumentException("an edge from box " + link.from() + " to itself");
            }
        }
        return new LayeredLayout(boxes, links, order == null ? FewBackEdges.order(boxes.size(), links) : order).place();
    }

    private Result place() {
        LayerOrder.arrange(layers);
        double[] x = HorizontalPlaces.of(layers);
        double[] top = tops(x);
        double left = Double.POSITIVE_INFINITY;
        double right = 0;
        for (int item = 0; item < layers.items(); item++) {
            left = Math.min(left, x[item] - layers.width(item) / 2);
        }
        for (int item = 0; item < layers.items(); item++) {
            x[item] += MARGIN - left;
            right = Math.max(right, x[item] + layers.width(item) / 2);
        }
        List<Place> places = new ArrayList<>();
        for (int item = 0; item < boxes.size(); item++) {
            places.add(place(item, x, top));
        }
        List<Route> routes = new ArrayList<>();
        for (int link = 0; link < links.size(); link++) {
            routes.add(route(link, x, top));
        }
        double bottom = layers.count() == 0 ? 0 : top[layers.count() - 1] + layers.height(layers.count() - 1);
        return new Result(right + MARGIN, bottom + MARGIN, places, routes);
    }

    private Place place(int item, double[] x, double[] top) {
        int layer = layers.layer(item);
        double y = top[layer] + (layers.height(layer) - layers.itemHeight(item)) / 2;
        return new Place(x[item] - layers.width(item) / 2, y, layers.width(item), layers.itemHeight(item));
    }

    /** Where each layer begins: gaps are higher where edges go far to the side, so that they stay apart from each other. */
    private double[] tops(double[] x) {
        double[] top = new double[layers.count()];
        double y = MARGIN;
        for (int layer = 0; layer < top.length; layer++) {
            top[layer] = y;
            double farthest = 0;
            for (int item : layers.items(layer)) {
                for (int below : layers.below(item)) {
                    farthest = Math.max(farthest, Math.abs(x[item] - x[below]));
                }
            }
            y += layers.height(layer) + Math.max(18, Math.min(48, 0.14 * farthest));
        }
        return top;
    }

    private Route route(int link, double[] x, double[] top) {
        int[] chain = layers.chain(link);
        List<Point> points = new ArrayList<>();
        Place label = null;
        int first = chain[0];
        Place upper = place(first, x, top);
        double start = port(upper, layers.below(first), chain[1], x);
        points.add(new Point(start, upper.bottom()));
        bandBottom(points, start, first, top);
        for (int i = 1; i < chain.length - 1; i++) {
            int item = chain[i];
            int layer = layers.layer(item);
            points.add(new Point(x[item], top[layer]));
            bandBottom(points, x[item], item, top);
            if (layers.isLabel(item)) {
                label = place(item, x, top);
            }
        }
        int last = chain[chain.length - 1];
        Place lower = place(last, x, top);
        double end = port(lower, layers.above(last), chain[chain.length - 2], x);
        points.add(new Point(end, top[layers.layer(last)]));
        if (lower.y() > top[layers.layer(last)]) {
            points.add(new Point(end, lower.y()));
        }
        if (layers.isTurned(link)) {
            java.util.Collections.reverse(points);
        }
        return new Route(List.copyOf(points), label);
    }

    /** Straight down to the end of the layer, before the way may bend. */
    private void bandBottom(List<Point> points, double x, int item, double[] top) {
        double bottom = top[layers.layer(item)] + layers.height(layers.layer(item));
        if (points.get(points.size() - 1).y() < bottom) {
            points.add(new Point(x, bottom));
        }
    }

    /** Where an edge leaves a box: its edges share the side, in the order in which their other ends stand. */
    private static double port(Place box, int[] others, int other, double[] x) {
        int before = 0;
        for (int each : others) {
            if (x[each] < x[other]) {
                before++;
            }
        }
        double room = Math.min(box.width() - 16, 44.0 * others.length);
        return box.middle() - room / 2 + room * (before + 0.5) / others.length;
    }
}
