package org.isolde.flink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module knows; {@code ArchitectureTest} of the command line can't see it. */
class FlinkArrowsTest {
    @Test
    void jobsKnowHistoriesVerdictsAndTheMonitorAlone() {
        noClasses()
                .that()
                .resideInAPackage("org.isolde.flink..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.isolde.app..",
                        "org.isolde.cli..",
                        "org.isolde.generate..",
                        "org.isolde.http..",
                        "org.isolde.proof..",
                        "org.isolde.report..",
                        "org.isolde.run..",
                        "org.isolde.sql..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("org.isolde.flink"));
    }
}
