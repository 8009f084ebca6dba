package mine;

import org.isolde.run.Access;
import org.isolde.run.Target;
import org.isolde.run.contract.TransactionContract;

class MyDatabaseTest extends TransactionContract {
    MyDatabaseTest() {
        super(
                new MyDatabase(),
                new Target("mine", null, "jdbc:hsqldb:mem:mine;hsqldb.tx=mvcc", java.util.Map.of()),
                Access.plain());
    }
}
