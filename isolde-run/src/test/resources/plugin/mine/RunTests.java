package mine;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** What a build does with the test; says how many there were, and how many succeeded. */
public final class RunTests {
    private RunTests() {}

    public static void main(String[] arguments) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(MyDatabaseTest.class))
                                .build(),
                        listener);
        listener.getSummary().printFailuresTo(new PrintWriter(System.out, true));
        System.out.println(listener.getSummary().getTestsFoundCount() + " tests, "
                + listener.getSummary().getTestsSucceededCount() + " succeeded");
    }
}
