package org.isolde.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Holds the arrows between the packages: a part knows only what stands to its left. */
class ArchitectureTest {
    private static final JavaClasses ISOLDE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.isolde");

    @Test
    void historyDependsOnNoOtherPart() {
        knowsOnly("org.isolde.history..").check(ISOLDE);
    }

    @Test
    void generateDependsOnHistoryAlone() {
        knowsOnly("org.isolde.generate..", "org.isolde.history..").check(ISOLDE);
    }

    @Test
    void checkDependsOnHistoryAndProofsAlone() {
        knowsOnly("org.isolde.check..", "org.isolde.history..", "org.isolde.proof..")
                .check(ISOLDE);
    }

    /** The proof checker shares no code with the checkers whose verdicts it checks. */
    @Test
    void proofDependsOnHistoryAlone() {
        knowsOnly("org.isolde.proof..", "org.isolde.history..").check(ISOLDE);
    }

    @Test
    void reportDependsOnHistoriesAndVerdictsAlone() {
        knowsOnly("org.isolde.report..", "org.isolde.history..", "org.isolde.check..", "org.isolde.proof..")
                .check(ISOLDE);
    }

    /** What runs a database knows nothing of how its history is judged. */
    @Test
    void runDependsOnHistoryAndGeneratorAlone() {
        knowsOnly("org.isolde.run..", "org.isolde.history..", "org.isolde.generate..")
                .check(ISOLDE);
    }

    /** What watches a stream knows nothing of the databases that it comes from. */
    @Test
    void onlineDependsOnHistoriesAndVerdictsAlone() {
        knowsOnly("org.isolde.online..", "org.isolde.history..", "org.isolde.check..", "org.isolde.proof..")
                .check(ISOLDE);
    }

    /** The engine is a function of its input: it knows nothing of clocks, files and senders. */
    @Test
    void theEngineKnowsNothingOfTheMonitorAroundIt() {
        knowsOnly("org.isolde.online.aion..", "org.isolde.history..", "org.isolde.check..")
                .check(ISOLDE);
    }

    /** A database is one package that nothing else knows of. */
    @Test
    void theRunnerKnowsNoDatabase() {
        noClasses()
                .that()
                .resideInAnyPackage("org.isolde.run", "org.isolde.run.runner..", "org.isolde.run.record..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.isolde.run.jdbc..",
                        "org.isolde.run.server..",
                        "org.isolde.run.h2..",
                        "org.isolde.run.postgres..")
                .check(ISOLDE);
    }

    @Test
    void appJoinsThePartsAndDependsOnNoOther() {
        knowsOnly(
                        "org.isolde.app..",
                        "org.isolde.history..",
                        "org.isolde.generate..",
                        "org.isolde.check..",
                        "org.isolde.proof..",
                        "org.isolde.report..",
                        "org.isolde.run..",
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
