package org.isolde.report.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isolde.report.graph.LayeredLayout.Box;
import org.isolde.report.graph.LayeredLayout.Link;
import org.isolde.report.graph.LayeredLayout.Place;
import org.isolde.report.graph.LayeredLayout.Point;
import org.isolde.report.graph.LayeredLayout.Result;
import org.isolde.report.graph.LayeredLayout.Route;
import org.junit.jupiter.api.Test;

final class LayeredLayoutTest {
    private static final double NEAR = 0.001;

    @Test
    void randomGraphsAreDrawnWithoutOverlaps() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int count = 1 + random.nextInt(seed % 20 == 0 ? 60 : 12);
            boolean labelled = random.nextBoolean();
            List<Box> boxes = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                boxes.add(new Box(40 + random.nextInt(200), 20 + random.nextInt(120)));
            }
            List<Link> links = new ArrayList<>();
            boolean[][] joined = new boolean[count][count];
            int wanted = count > 1 ? random.nextInt(2 * count + 1) : 0;
            for (int i = 0; i < wanted; i++) {
                int from = random.nextInt(count);
                int to = random.nextInt(count);
                if (from != to && (labelled || !joined[from][to])) {
                    joined[from][to] = true;
                    joined[to][from] = true;
                    links.add(new Link(from, to, labelled ? new Box(20 + random.nextInt(90), 19) : null));
                }
            }
            check(boxes, links, LayeredLayout.of(boxes, links, null), "seed " + seed);
        }
    }

    @Test
    void aCycleStaysACycle() {
        for (int length = 2; length <= 60; length += length < 8 ? 1 : 13) {
            List<Box> boxes = new ArrayList<>();
            List<Link> links = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                boxes.add(new Box(120, 60));
                links.add(new Link(i, (i + 1) % length, new Box(50, 19)));
            }
            check(boxes, links, LayeredLayout.of(boxes, links, null), "cycle of " + length);
        }
    }

    @Test
    void parallelEdgesAreApart() {
        Link link = new Link(0, 1, new Box(50, 19));
        List<Box> boxes = List.of(new Box(100, 50), new Box(100, 50));
        Result result = LayeredLayout.of(boxes, List.of(link, link, new Link(1, 0, new Box(50, 19))), null);
        check(boxes, List.of(link, link, new Link(1, 0, new Box(50, 19))), result, "parallel");
        assertEquals(3, result.routes().stream().map(Route::points).distinct().count());
    }

    @Test
    void edgesPointDownUnlessTheOrderSaysOtherwise() {
        List<Box> boxes = List.of(new Box(100, 50), new Box(100, 50), new Box(100, 50));
        List<Link> links = List.of(new Link(0, 1, null), new Link(1, 2, null));
        Result down = LayeredLayout.of(boxes, links, null);
        assertTrue(down.boxes().get(0).bottom() < down.boxes().get(1).y());
        assertTrue(down.boxes().get(1).bottom() < down.boxes().get(2).y());
        Result up = LayeredLayout.of(boxes, links, new int[] {2, 1, 0});
        assertTrue(up.boxes().get(2).bottom() < up.boxes().get(1).y());
    }

    @Test
    void fewEdgesAreTurnedAround() {
        List<Link> links = List.of(
                new Link(3, 1, null),
                new Link(1, 2, null),
                new Link(2, 0, null),
                new Link(0, 3, null),
                new Link(3, 2, null));
        int[] order = FewBackEdges.order(4, links);
        assertEquals(
                1,
                links.stream()
                        .filter(link -> order[link.from()] > order[link.to()])
                        .count());
    }

    @Test
    void loopsAreRefused() {
        assertThrows(
                IllegalArgumentException.class,
                () -> LayeredLayout.of(List.of(new Box(1, 1)), List.of(new Link(0, 0, null)), null));
    }

    private static void check(List<Box> boxes, List<Link> links, Result result, String what) {
        List<Place> solid = new ArrayList<>(result.boxes());
        for (int i = 0; i < boxes.size(); i++) {
            assertEquals(boxes.get(i).width(), result.boxes().get(i).width(), NEAR, what);
            assertEquals(boxes.get(i).height(), result.boxes().get(i).height(), NEAR, what);
        }
        for (int i = 0; i < links.size(); i++) {
            Place label = result.routes().get(i).label();
            assertEquals(links.get(i).label() != null, label != null, what);
            if (label != null) {
                solid.add(label);
            }
        }
        for (int i = 0; i < solid.size(); i++) {
            Place place = solid.get(i);
            assertTrue(
                    place.x() >= 0
                            && place.y() >= 0
                            && place.x() + place.width() <= result.width()
                            && place.bottom() <= result.height(),
                    what + ": " + place + " is not on the paper");
            for (int k = 0; k < i; k++) {
                Place other = solid.get(k);
                assertFalse(overlap(place, other), () -> what + ": " + place + " and " + other);
            }
        }
        for (int i = 0; i < links.size(); i++) {
            Link link = links.get(i);
            Route route = result.routes().get(i);
            List<Point> points = route.points();
            assertTrue(isOnRim(result.boxes().get(link.from()), points.get(0)), what + ": begin of " + link);
            assertTrue(
                    isOnRim(result.boxes().get(link.to()), points.get(points.size() - 1)), what + ": end of " + link);
            for (int p = 1; p < points.size(); p++) {
                Point a = points.get(p - 1);
                Point b = points.get(p);
                // a bend stays within the rectangle of its ends
                Place way = new Place(
                        Math.min(a.x(), b.x()),
                        Math.min(a.y(), b.y()),
                        Math.abs(a.x() - b.x()),
                        Math.abs(a.y() - b.y()));
                for (Place place : solid) {
                    assertTrue(
                            place.equals(route.label()) || !overlap(place, way),
                            () -> what + ": " + link + " runs through " + place);
                }
            }
        }
    }

    private static boolean overlap(Place a, Place b) {
        return a.x() + NEAR < b.x() + b.width() && b.x() + NEAR < a.x() + a.width()
                        // an upright line has no width, and yet it can run through something
                        || b.width() < NEAR && a.x() + NEAR < b.x() && b.x() + NEAR < a.x() + a.width()
                ? a.y() + NEAR < b.bottom() && b.y() + NEAR < a.bottom()
                : false;
    }

    private static boolean isOnRim(Place place, Point point) {
        return point.x() > place.x()
                && point.x() < place.x() + place.width()
                && (Math.abs(point.y() - place.y()) < NEAR || Math.abs(point.y() - place.bottom()) < NEAR);
    }
}
