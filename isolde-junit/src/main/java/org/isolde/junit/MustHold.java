package org.isolde.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.isolde.history.Level;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * What a test records must satisfy this isolation level. On a class it is for all its test methods; a method's own counts
 * before it.
 *
 * <pre>{@code
 * @Test
 * @MustHold(Level.SER)
 * void noSaleIsLost(Recording recording) { ... }
 * }</pre>
 */
@Documented
@Inherited
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(IsoldeExtension.class)
public @interface MustHold {
    /** The level, or several. */
    Level[] value();

    /** How many seconds the check may take; a level that is not decided by then fails the test. */
    int seconds() default 60;
}
