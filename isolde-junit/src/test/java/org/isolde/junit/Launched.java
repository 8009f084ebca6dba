package org.isolde.junit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The outcomes of the tests of a class that was run by itself: those that fail are meant to. */
record Launched(int passed, List<Throwable> failures) {
    static Launched run(Class<?> tests, Path folder) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(tests))
                .configurationParameter("junit.jupiter.conditions.deactivate", "org.junit.*DisabledCondition")
                .configurationParameter(OutputFolder.PARAMETER, folder.toString())
                .build();
        List<Throwable> failures = new ArrayList<>();
        int[] passed = {0};
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                result.getThrowable().ifPresent(failures::add);
                if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
                    passed[0]++;
                }
            }
        });
        return new Launched(passed[0], failures);
    }

    /** The message of the only failure. */
    String message() {
        if (passed != 0 || failures.size() != 1) {
            throw new AssertionError(passed + " passed, failed: " + failures);
        }
        return failures.get(0).getMessage();
    }
}
