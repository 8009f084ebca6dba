package org.isolde.junit;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Gives test methods their {@link Recording}, and when they have ended holds its history to the level of {@link MustHold},
 * which brings this extension along.
 *
 * <p>If the method itself failed, that stays the failure; a violation is told beside it, as a suppressed one, since it is
 * often the reason.
 */
public final class IsoldeExtension implements ParameterResolver, AfterTestExecutionCallback, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(IsoldeExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Recording.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            throw new ParameterResolutionException(
                    "A Recording is of one test: ask for it in the test method or in a @BeforeEach method.");
        }
        Store store = context.getStore(NAMESPACE);
        Recording recording = store.get(Recording.class, Recording.class);
        if (recording == null) {
            try {
                recording = Recording.in(OutputFolder.of(context), context.getDisplayName());
            } catch (IOException e) {
                throw new ParameterResolutionException("The history can't be recorded: " + e.getMessage(), e);
            }
            store.put(Recording.class, recording);
        }
        return recording;
    }

    @Override
    public void afterTestExecution(ExtensionContext context) throws Exception {
        Recording recording = context.getStore(NAMESPACE).get(Recording.class, Recording.class);
        if (recording == null) {
            return;
        }
        Optional<Throwable> failure = context.getExecutionException();
        try {
            recording.close();
            Optional<MustHold> level = mustHold(context);
            if (level.isPresent()) {
                Judgement.of(recording, level.get());
            }
        } catch (AssertionError | IOException e) {
            if (failure.isEmpty()) {
                throw e;
            }
            failure.get().addSuppressed(e);
        }
    }

    /** A test that never came to its execution, because a method before it failed, leaves nothing open. */
    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        Recording recording = context.getStore(NAMESPACE).get(Recording.class, Recording.class);
        if (recording != null) {
            recording.close();
        }
    }

    private static Optional<MustHold> mustHold(ExtensionContext context) {
        Optional<MustHold> own = AnnotationSupport.findAnnotation(context.getTestMethod(), MustHold.class);
        for (Class<?> type = context.getRequiredTestClass();
                own.isEmpty() && type != null;
                type = type.getEnclosingClass()) {
            own = AnnotationSupport.findAnnotation(type, MustHold.class);
        }
        return own;
    }
}
