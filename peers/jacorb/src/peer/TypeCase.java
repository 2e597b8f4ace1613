// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Types.Echo;
import Lab.Types.EchoOperations;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;

/** Sends values of one type of Lab::Types and compares what comes back. */
record TypeCase(String name, Body body) {
  interface Body {
    /** Throws Failed. */
    void run(Echo echo) throws Exception;
  }

  /** Each value goes out as the first and the second argument, beside the one before it. */
  static <T> TypeCase turned(String name, String operation, List<T> values) {
    Method method =
        Stream.of(EchoOperations.class.getMethods())
            .filter(one -> one.getName().equals(operation))
            .findFirst()
            .orElseThrow();
    return new TypeCase(name, echo -> comeBack(echo, method, values));
  }

  private static <T> void comeBack(Echo echo, Method operation, List<T> values) throws Exception {
    T before = values.get(values.size() - 1);
    for (int i = 0; i < values.size(); ++i) {
      T sent = values.get(i);
      Holder second = new Holder(operation.getParameterTypes()[1]);
      Holder third = new Holder(operation.getParameterTypes()[2]);
      second.set(before);
      Object result = call(echo, operation, sent, second.holder, third.holder);
      String which = "value " + i;
      require(same(result, sent), which + " came back changed as the result");
      require(same(second.get(), sent), which + " came back changed as an inout argument");
      require(same(third.get(), before), which + " changed on its way to an out argument");
      before = sent;
    }
  }

  private static boolean same(Object left, Object right) {
    return Image.of(left).equals(Image.of(right));
  }

  private static Object call(Echo echo, Method operation, Object... arguments) throws Exception {
    try {
      return operation.invoke(echo, arguments);
    } catch (InvocationTargetException raised) {
      throw raised.getCause() instanceof Exception cause ? cause : raised;
    }
  }

  /** The mapping has a holder class for each type, which have nothing else in common. */
  private static final class Holder {
    private final Object holder;

    Holder(Class<?> of) throws ReflectiveOperationException {
      holder = of.getConstructor().newInstance();
    }

    void set(Object value) throws ReflectiveOperationException {
      holder.getClass().getField("value").set(holder, value);
    }

    Object get() throws ReflectiveOperationException {
      return holder.getClass().getField("value").get(holder);
    }
  }
}
