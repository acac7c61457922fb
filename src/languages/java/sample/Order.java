/*
 * Nobody's licence.
 */
package com.acme.shop;

import java.util.List;
import java.util.function.*;
import javax.inject.Inject;
import com.acme.stock.Shelf;
import org.slf4j.Logger;
import static org.junit.Assert.assertEquals;
import static com.acme.money.Rates.*;

/**
 * What a customer wants.
 *
 * @param <T> its lines
 */
@Deprecated(since = "1")
@javax.annotation.Generated("x") // why
public abstract class Order<T extends Item & Priced> extends Base<T>
    implements Priced, java.lang.Comparable<Order<T>>, com.acme.Closeable permits Sale {

  /** How many. */
  private static final int LIMIT = 10, SIZES[] = {1, 2};
  @Inject
  @Named("items")
  protected List<Item> items = new ArrayList<>();
  volatile Outer.Inner inner;

  static {
    Registry.register(Order.class);
  }

  /// Makes one.
  public Order(@NonNull String owner, int... counts) throws MissingException {
    super(owner);
    this.items = load(counts);
  }

  Order() {}

  @Override
  public <R extends Number, X> R map(Function<? super T, R> mapper, X extra) {
    return mapper.apply(this.items.get(0));
  }

  abstract void send();

  protected void body(Object o) throws IOException {
    Runnable task = () -> run();
    Supplier<Order> made = Order::new;
    Function<Integer, String> shown = String::valueOf, listed = com.acme.Texts::show, lists = ArrayList<String>::new;
    tasks.forEach(this::accept);
    new Thread(task) {
      private int tries;

      @Override
      public void run() {
        tries++;
      }
    }.start();
    var line = new com.acme.shop.Line<T>(1);
    Item[] all = new Item[2];
    if (o instanceof Item item && item.ready()) {
      throw new IllegalStateException("late");
    }
    switch (o) {
      case Point(int a, var b) -> log.info("{}", a);
      case Line it when it.empty() -> {}
      default -> State.NEW.next();
    }
    try (Reader reader = Files.newReader("x")) {
      int local = Limits.MAX;
    } catch (IOException | java.sql.SQLException e) {
      super.send();
    }
    List.of(1).stream().map(x -> x + 1).toList();
    Order.<T>find((Shelf) o).close();
    class Local {
      int field;
    }
    for (Item item : items) {}
  }

  static class Nested<K> extends Outer.Inner {
    K key;
  }

  public interface Store extends Reader<Order>, Writer {
    int SIZE = 1, OTHER = 2;

    Order load(long id);

    default void close() {}

    private void hidden() {}
  }

  public enum State implements Labelled {
    /** Just made. */
    NEW("new"),
    @Deprecated
    SENT("sent") {
      @Override
      String label() {
        return "gone";
      }
    },
    LOST;

    private final String label;

    State(String label) {
      this.label = label;
    }
  }

  record Point(int x, @Positive int y, Item... rest) implements Priced {
    Point {
      check(x);
    }

    static Point zero;

    double length() {
      return Math.sqrt(x * x + y * y);
    }
  }

  /* Marks. */
  public @interface Marked {
    String value() default "x";

    Class<?>[] types() default {};
  }
}

sealed interface Shape extends Drawable permits Circle, Square {}

class Größe {
  private int höhe;
} // trailing
