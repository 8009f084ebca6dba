package org.isolde.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isolde.check.Algorithm;
import org.isolde.check.Anomaly;
import org.isolde.check.AnomalyKind;
import org.isolde.check.CheckOptions;
import org.isolde.check.CheckResult;
import org.isolde.check.CommitOrder;
import org.isolde.check.Edge;
import org.isolde.check.EdgeKind;
import org.isolde.check.Isolde;
import org.isolde.check.Names;
import org.isolde.check.PredicateVersions;
import org.isolde.check.TimestampAxiom;
import org.isolde.check.TimestampFindings;
import org.isolde.check.TimestampSnapshots;
import org.isolde.check.Verdict;
import org.isolde.check.ViolationLimit;
import org.isolde.condition.Evaluator;
import org.isolde.run.Database;
import org.isolde.run.Databases;
import org.junit.jupiter.api.Test;

/**
 * Holds the arrows between the parts, and between the packages inside {@code isolde-check}: each knows only what stands to its
 * left.
 */
class ArchitectureTest {
    private static final String CHECK = "org.isolde.check";
    private static final String RUN = "org.isolde.run";
    private static final String SQL = "org.isolde.sql";

    /**
     * What the packages behind the door of {@code isolde-check} may know of the door itself: what is data. Words come last, so
     * {@link Anomaly}, {@link Edge} and {@link Names} are not among it.
     */
    private static final Class<?>[] DATA = {
        AnomalyKind.class,
        CommitOrder.class,
        Edge.Premise.class,
        EdgeKind.class,
        TimestampAxiom.class,
        TimestampFindings.class,
        ViolationLimit.class
    };

    private static final JavaClasses ISOLDE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.isolde");

    @Test
    void conditionsKnowNothing() {
        knowsOnly("org.isolde.condition..").check(ISOLDE);
    }

    @Test
    void historyDependsOnConditionsAlone() {
        knowsOnly("org.isolde.history..", "org.isolde.condition..").check(ISOLDE);
    }

    @Test
    void generateDependsOnHistoryAlone() {
        knowsOnly("org.isolde.generate..", "org.isolde.history..").check(ISOLDE);
    }

    @Test
    void checkDependsOnHistoryConditionsAndProofsAlone() {
        knowsOnly("org.isolde.check..", "org.isolde.history..", "org.isolde.condition..", "org.isolde.proof..")
                .check(ISOLDE);
    }

    /** The packages behind the door are nobody else's business. */
    @Test
    void othersKnowOnlyTheDoorOfCheck() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CHECK + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CHECK + ".*..")
                .check(ISOLDE);
    }

    @Test
    void packagesOfCheckHaveNoCycles() {
        slices().matching(CHECK + ".(*)..").should().beFreeOfCycles().check(ISOLDE);
    }

    /** They serve whoever asks, and know nothing of histories. */
    @Test
    void graphAndBudgetKnowNothing() {
        knowsOnly(CHECK + ".graph..").check(ISOLDE);
        knowsOnly(CHECK + ".budget..").check(ISOLDE);
    }

    /** What an engine answers: numbers and proofs. */
    @Test
    void refuteKnowsProofsAlone() {
        behindTheDoor("refute", DATA, "proof").check(ISOLDE);
    }

    @Test
    void factsKnowNoEngine() {
        behindTheDoor("facts", DATA, "condition", "history", "proof", "check.graph", "check.refute")
                .check(ISOLDE);
    }

    /** What predicate reads say of who comes before whom is known before any level is asked, too. */
    @Test
    void predicatesKnowNoEngine() {
        behindTheDoor("predicates", DATA, "condition", "history", "proof", "check.graph", "check.refute", "check.facts")
                .check(ISOLDE);
    }

    /** No engine knows another one, nor how its answer is told. */
    @Test
    void enginesKnowNeitherEachOtherNorWords() {
        behindTheDoor("replay", DATA, "history", "check.graph", "check.facts").check(ISOLDE);
        behindTheDoor("timestamps", DATA, "history", "check.graph", "check.refute", "check.facts")
                .check(ISOLDE);
        behindTheDoor(
                        "known",
                        DATA,
                        "history",
                        "proof",
                        "check.graph",
                        "check.refute",
                        "check.facts",
                        "check.predicates")
                .check(ISOLDE);
        behindTheDoor("expected", DATA, "condition", "history", "check.graph", "check.refute", "check.facts")
                .check(ISOLDE);
        for (String engine : new String[] {"weak", "polygraph", "lin"}) {
            behindTheDoor(
                            engine,
                            DATA,
                            "history",
                            "proof",
                            "check.graph",
                            "check.budget",
                            "check.refute",
                            "check.facts")
                    .check(ISOLDE);
        }
    }

    /** Words are found for what engines found; of these only the names of cycles are needed. */
    @Test
    void tellKnowsWhatWasFoundAndNotHow() {
        behindTheDoor(
                        "tell",
                        dataAnd(Anomaly.class, Edge.class, Names.class),
                        "condition",
                        "history",
                        "proof",
                        "check.refute",
                        "check.facts",
                        "check.predicates",
                        "check.known")
                .check(ISOLDE);
    }

    /** The planner knows all of them, and nobody but the door knows it. */
    @Test
    void planStandsRightBehindTheDoor() {
        behindTheDoor(
                        "plan",
                        dataAnd(Algorithm.class, Anomaly.class, CheckOptions.class, Verdict.class),
                        "history",
                        "proof",
                        "check.*")
                .check(ISOLDE);
        noClasses()
                .that(resideOutsideOfPackage(CHECK + ".plan..")
                        .and(not(belongToAnyOf(Isolde.class, CheckResult.class))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CHECK + ".plan..")
                .check(ISOLDE);
    }

    /** The types of the door are data and words, but for those that open it. */
    @Test
    void typesOfTheDoorKnowNothingBehindIt() {
        noClasses()
                .that(resideInAPackage(CHECK)
                        .and(not(belongToAnyOf(
                                Isolde.class, CheckResult.class, TimestampSnapshots.class, PredicateVersions.class))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(CHECK + ".*..")
                .check(ISOLDE);
    }

    /** The proof checker shares no code with the checkers whose verdicts it checks: it evaluates conditions itself. */
    @Test
    void proofDependsOnHistoriesAndConditionsAsTheyAreWritten() {
        knowsOnly("org.isolde.proof..", "org.isolde.history..", "org.isolde.condition..")
                .check(ISOLDE);
        noClasses()
                .that(resideInAPackage("org.isolde.proof.."))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Evaluator.class)
                .check(ISOLDE);
    }

    @Test
    void reportDependsOnHistoriesAndVerdictsAlone() {
        knowsOnly("org.isolde.report..", "org.isolde.history..", "org.isolde.check..", "org.isolde.proof..")
                .check(ISOLDE);
    }

    /** What runs a database knows nothing of how its history is judged. */
    @Test
    void runDependsOnHistoryAndGeneratorAlone() {
        knowsOnly("org.isolde.run..", "org.isolde.history..", "org.isolde.condition..", "org.isolde.generate..")
                .check(ISOLDE);
    }

    /** Fuzzing has a way of its own, beside that of histories, and shares their databases and checkers. */
    @Test
    void sqlDependsOnRunAndCheckAndNotOnApp() {
        knowsOnly(
                        "org.isolde.sql..",
                        "org.isolde.condition..",
                        "org.isolde.history..",
                        "org.isolde.generate..",
                        "org.isolde.check..",
                        "org.isolde.report..",
                        "org.isolde.run..")
                .check(ISOLDE);
    }

    /** From what is written to how it is judged: each package knows only those before it. */
    @Test
    void packagesOfSqlAreAnOrder() {
        slices().matching(SQL + ".(*)..").should().beFreeOfCycles().check(ISOLDE);
        knowsOnly(SQL + ".ast..", "org.isolde.condition..").check(ISOLDE);
        knowsOnly(SQL + ".dialect..", SQL + ".ast..", "org.isolde.condition..").check(ISOLDE);
        knowsOnly(SQL + ".testcase..", SQL + ".ast..").check(ISOLDE);
        knowsOnly(
                        SQL + ".generate..",
                        SQL + ".ast..",
                        SQL + ".dialect..",
                        SQL + ".testcase..",
                        "org.isolde.condition..",
                        "org.isolde.generate..")
                .check(ISOLDE);
    }

    /** How answers are sent has nothing to do with what they are about. */
    @Test
    void httpDependsOnHistoryAlone() {
        knowsOnly("org.isolde.http..", "org.isolde.history.format..").check(ISOLDE);
    }

    /** There is one host, and nobody else touches the JDK's server. */
    @Test
    void onlyTheHostKnowsTheServerUnderneath() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.isolde.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.sun.net.httpserver..")
                .check(ISOLDE);
    }

    /** What watches a stream knows nothing of the databases that it comes from. */
    @Test
    void onlineDependsOnHistoriesAndVerdictsAlone() {
        knowsOnly(
                        "org.isolde.online..",
                        "org.isolde.history..",
                        "org.isolde.check..",
                        "org.isolde.proof..",
                        "org.isolde.http..")
                .check(ISOLDE);
    }

    /** The engine is a function of its input: it knows nothing of clocks, files and senders. */
    @Test
    void theEngineKnowsNothingOfTheMonitorAroundIt() {
        knowsOnly("org.isolde.online.aion..", "org.isolde.history..", "org.isolde.check..", "org.isolde.online.axiom..")
                .check(ISOLDE);
    }

    /** What timestamps ask is the same for every engine: it knows none of them. */
    @Test
    void theAxiomsKnowNoEngine() {
        knowsOnly("org.isolde.online.axiom..", "org.isolde.history..", "org.isolde.check..")
                .check(ISOLDE);
    }

    /** The jobs for a cluster, and Flink with them, are a module beside; it holds its own arrows. */
    @Test
    void nothingDependsOnFlink() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.isolde.flink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.isolde.flink..", "org.apache.flink..")
                .check(ISOLDE);
    }

    /** What a job is told stands apart from the engine, so that a call can be understood without it. */
    @Test
    void argumentsOfJobsKnowHistoriesAlone() {
        knowsOnly("org.isolde.cluster..", "org.isolde.history..").check(ISOLDE);
    }

    /** A kind of database is a package that nothing knows, and that knows no other kind: a service file names its class. */
    @Test
    void nothingKnowsAKindOfDatabase() {
        slices().matching(RUN + ".db.(*)..").should().notDependOnEachOther().check(ISOLDE);
        noClasses()
                .that()
                .resideOutsideOfPackage(RUN + ".db..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(RUN + ".db..")
                .check(ISOLDE);
    }

    /** So that the rule above is about all of them. */
    @Test
    void everyKindOfDatabaseIsAPackage() {
        Map<String, List<JavaClass>> kinds = ISOLDE.stream()
                .filter(each -> each.isAssignableTo(Database.class)
                        && !each.getModifiers().contains(JavaModifier.ABSTRACT))
                .collect(Collectors.groupingBy(JavaClass::getPackageName));
        kinds.forEach((name, classes) -> {
            assertTrue(name.matches("org\\.isolde\\.run\\.db\\.[a-z0-9]+"), classes.toString());
            assertEquals(1, classes.size(), classes.toString());
        });
        assertEquals(Databases.all().size(), kinds.size(), "each is named in the service file");
    }

    /** What kinds of database share knows none of them, and each part of it only what stands below it. */
    @Test
    void whatDatabasesShareIsAnOrderToo() {
        String[] below = {RUN, RUN + ".rows..", "org.isolde.history..", "org.isolde.condition.."};
        knowsOnly(RUN + ".artifact..", below).check(ISOLDE);
        knowsOnly(RUN + ".server..", below).check(ISOLDE);
        knowsOnly(RUN + ".jdbc..", and(below, RUN + ".artifact..", RUN + ".server.."))
                .check(ISOLDE);
        knowsOnly(
                        RUN + ".family..",
                        and(below, RUN + ".artifact..", RUN + ".server..", RUN + ".jdbc..", RUN + ".certificate.."))
                .check(ISOLDE);
        slices().matching(RUN + ".family.(*)..").should().notDependOnEachOther().check(ISOLDE);
    }

    /** Whether a database is reached through JDBC, or its server started, is its own business. */
    @Test
    void theRunnerKnowsNothingBehindADatabase() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        RUN,
                        RUN + ".runner..",
                        RUN + ".record..",
                        RUN + ".workload..",
                        RUN + ".rows..",
                        RUN + ".certificate..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(RUN + ".jdbc..", RUN + ".server..", RUN + ".artifact..", RUN + ".family..")
                .check(ISOLDE);
    }

    @Test
    void appJoinsThePartsAndDependsOnNoOther() {
        knowsOnly(
                        "org.isolde.app..",
                        "org.isolde.condition..",
                        "org.isolde.history..",
                        "org.isolde.generate..",
                        "org.isolde.check..",
                        "org.isolde.proof..",
                        "org.isolde.report..",
                        "org.isolde.run..",
                        "org.isolde.sql..",
                        "org.isolde.http..",
                        "org.isolde.online..")
                .check(ISOLDE);
    }

    @Test
    void onlyTheCommandLineAndBenchmarksDependOnApp() {
        noClasses()
                .that()
                .resideOutsideOfPackages("org.isolde.app..", "org.isolde.cli..", "org.isolde.bench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.isolde.app..")
                .check(ISOLDE);
    }

    @Test
    void nothingDependsOnTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.isolde.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.isolde.cli..")
                .check(ISOLDE);
    }

    private static String[] and(String[] some, String... others) {
        return Stream.concat(Arrays.stream(some), Arrays.stream(others)).toArray(String[]::new);
    }

    private static Class<?>[] dataAnd(Class<?>... words) {
        return Stream.concat(Arrays.stream(DATA), Arrays.stream(words)).toArray(Class<?>[]::new);
    }

    /** A package of {@code isolde-check} may know itself, some types of the door, and the {@code allowed} packages. */
    private static ArchRule behindTheDoor(String part, Class<?>[] door, String... allowed) {
        String self = CHECK + "." + part + "..";
        String[] packages =
                Arrays.stream(allowed).map(each -> "org.isolde." + each + "..").toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(self)
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("org.isolde..")
                        .or(resideInAnyPackage(self))
                        .or(resideInAnyPackage(packages))
                        .or(describe(
                                "are " + Arrays.toString(door) + " or arrays of them",
                                each -> belongToAnyOf(door).test(each.getBaseComponentType()))));
    }

    /** Of Isolde's own packages, {@code part} may know itself and the {@code allowed} ones. */
    private static ArchRule knowsOnly(String part, String... allowed) {
        return classes()
                .that()
                .resideInAPackage(part)
                .should()
                .onlyDependOnClassesThat(resideOutsideOfPackage("org.isolde..")
                        .or(resideInAnyPackage(part))
                        .or(resideInAnyPackage(allowed)));
    }
}
