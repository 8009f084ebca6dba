package org.isolde.run.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isolde.run.Ability;
import org.isolde.run.option.Options;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every workload, and the registry of them. */
class WorkloadsTest {
    private static final int TRANSACTIONS = 5000;

    static List<String> names() {
        return Workloads.all().stream().map(Workload::name).toList();
    }

    /** Every class that is one stands in the service file. */
    @Test
    void allAreRegistered() throws Exception {
        Path classes = Path.of(Workload.class.getResource("Workload.class").toURI());
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.list(classes.getParent())) {
            for (Path file : files.filter(each -> each.toString().endsWith("Workload.class"))
                    .toList()) {
                String name = file.getFileName().toString().replace(".class", "");
                if (!name.equals("Workload")) {
                    found.add(name);
                }
            }
        }
        assertEquals(
                found,
                Workloads.all().stream()
                        .map(workload -> workload.getClass().getSimpleName())
                        .collect(Collectors.toCollection(TreeSet::new)));
        assertTrue(names().containsAll(List.of("bank", "general", "list-append", "lwt", "mini", "rubis")));
        assertTrue(names().containsAll(List.of("rw-register", "targeted", "tpcc", "twitter")));
    }

    @Test
    void anUnknownNameIsToldTheKnownOnes() {
        IllegalArgumentException near =
                assertThrows(IllegalArgumentException.class, () -> Workloads.byName("list_apend"));
        assertTrue(near.getMessage().contains("Did you mean list-append?"), near.getMessage());
        IllegalArgumentException far =
                assertThrows(IllegalArgumentException.class, () -> Workloads.byName("elephants"));
        assertFalse(far.getMessage().contains("Did you mean"), far.getMessage());
        for (String name : names()) {
            assertTrue(far.getMessage().contains(name), far.getMessage());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void theSameSeedIsTheSameStreamOfASession(String name) throws Exception {
        Workload workload = Workloads.byName(name);
        Options options = workload.defaults().with(WorkloadOptions.SESSIONS, 1);
        List<List<SerialStore.Op>> once = new SerialStore().run(workload.start(options), options, TRANSACTIONS);
        List<List<SerialStore.Op>> again = new SerialStore().run(workload.start(options), options, TRANSACTIONS);
        assertEquals(once, again);
        Options other = options.with(WorkloadOptions.SEED, 77L);
        assertNotEquals(once, new SerialStore().run(workload.start(other), other, TRANSACTIONS));
    }

    @ParameterizedTest
    @MethodSource("names")
    void transactionsReadAndWriteAndDoSomething(String name) throws Exception {
        Workload workload = Workloads.byName(name);
        Options options = workload.defaults().with(WorkloadOptions.SESSIONS, 1);
        List<List<SerialStore.Op>> all = new SerialStore().run(workload.start(options), options, TRANSACTIONS);
        assertTrue(all.stream().noneMatch(List::isEmpty));
        boolean compares = workload.needs().contains(Ability.COMPARE_AND_SET);
        assertTrue(all.stream().anyMatch(ops -> ops.stream().allMatch(op -> !op.isWrite())));
        assertTrue(compares || all.stream().anyMatch(ops -> ops.stream().anyMatch(SerialStore.Op::isWrite)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"general", "rw-register", "list-append"})
    void keysAreRetired(String name) throws Exception {
        Workload workload = Workloads.byName(name);
        Options options = workload.defaults();
        Map<Long, Integer> writes = new TreeMap<>();
        for (List<SerialStore.Op> ops : new SerialStore().run(workload.start(options), options, TRANSACTIONS)) {
            ops.stream().filter(SerialStore.Op::isWrite).forEach(op -> writes.merge(op.key(), 1, Integer::sum));
        }
        long whole = writes.values().stream()
                .filter(count ->
                        count >= options.get(WorkloadOptions.WRITES_PER_KEY).fewest())
                .count();
        assertTrue(writes.values().stream()
                .allMatch(count ->
                        count <= options.get(WorkloadOptions.WRITES_PER_KEY).most()));
        assertTrue(whole >= writes.size() - options.get(WorkloadOptions.KEYS), "all but the live keys are used up");
        assertTrue(writes.size() > 500);
    }

    @Test
    void generalHasCobrasMix() throws Exception {
        Workload workload = new GeneralWorkload();
        Options options = workload.defaults();
        int[] counts = new int[3];
        for (List<SerialStore.Op> ops : new SerialStore().run(workload.start(options), options, 10_000)) {
            assertEquals(options.get(WorkloadOptions.LENGTH), ops.size());
            long writes = ops.stream().filter(SerialStore.Op::isWrite).count();
            assertTrue(writes == 0 || writes == 4 || writes == 8, ops::toString);
            counts[(int) (writes / 4)]++;
        }
        assertEquals(2000, counts[0], 200);
        assertEquals(4000, counts[1], 200);
        assertEquals(4000, counts[2], 200);
    }

    @Test
    void listsAreReadAndAppendedToInShortTransactions() throws Exception {
        Workload workload = new ListAppendWorkload();
        Options options = workload.defaults();
        int[] lengths = new int[options.get(WorkloadOptions.LENGTH) + 1];
        int reads = 0;
        int operations = 0;
        for (List<SerialStore.Op> ops : new SerialStore().run(workload.start(options), options, 10_000)) {
            lengths[ops.size()]++;
            for (SerialStore.Op op : ops) {
                operations++;
                reads += op.kind() == SerialStore.Kind.READ_LIST ? 1 : 0;
                assertTrue(op.kind() == SerialStore.Kind.READ_LIST || op.kind() == SerialStore.Kind.APPEND);
            }
        }
        for (int length = 1; length < lengths.length; length++) {
            assertEquals(2500, lengths[length], 200);
        }
        assertEquals(0.5, (double) reads / operations, 0.03);
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        IllegalArgumentException keys = assertThrows(
                IllegalArgumentException.class, () -> Options.none().with(WorkloadOptions.KEYS, 0));
        assertTrue(keys.getMessage().contains("keys is 0"), keys.getMessage());
        assertThrows(IllegalArgumentException.class, () -> new WritesPerKey(9, 8));
        assertThrows(IllegalArgumentException.class, () -> Options.none().with(WorkloadOptions.READ_RATIO, 1.5));
    }
}
