// SPDX-License-Identifier: Apache-2.0
package peer;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import java.util.Arrays;
import java.util.Set;

/** What a bench client receives on a line; `warmUp` are calls before the first that counts. */
record BenchCommand(
    String what,
    int bytes,
    Payload payload,
    Shape shape,
    int calls,
    int warmUp,
    int batch,
    int keep) {
  /** Elements of an array. */
  static final int BLOCK = 1024;

  private static final int MOST_BYTES = 1 << 30;
  private static final int MOST_CALLS = 1_000_000_000;
  private static final int MOST_KEPT = 10_000;
  private static final Set<String> KEYS =
      Set.of(
          "case", "bytes", "reply_bytes", "payload", "shape", "calls", "warm_up", "batch", "keep");

  enum Payload {
    octets(1),
    shorts(2),
    floats(4),
    doubles(8);

    final int elementBytes;

    Payload(int elementBytes) {
      this.elementBytes = elementBytes;
    }
  }

  /** An array has BLOCK elements, basic is one. */
  enum Shape {
    sequence,
    array,
    basic
  }

  /** Fails: throws Failed with what is wrong and how to fix it. */
  static BenchCommand parse(String line) {
    JsonObject object = object(line);
    for (String key : object.keySet()) {
      Failed.require(KEYS.contains(key), "a command has no '" + key + "'");
    }
    Failed.require(object.has("case"), "'case' is missing; it names what to measure");
    String what = object.get("case").getAsString();
    Payload payload = choice(object, "payload", Payload.octets);
    Shape shape = choice(object, "shape", Shape.sequence);
    int bytes = number(object, "bytes", 0, 0, MOST_BYTES);
    int calls = number(object, "calls", 1000, 1, MOST_CALLS);
    int warmUp = number(object, "warm_up", 0, 0, MOST_CALLS);
    int batch = number(object, "batch", 1, 1, calls);
    int keep = number(object, "keep", 0, 0, MOST_KEPT);
    checkBytes(bytes, payload, shape);
    return new BenchCommand(what, bytes, payload, shape, calls, warmUp, batch, keep);
  }

  /** The same without anything before it, for so many looks at the clock. */
  BenchCommand block(int looks) {
    return new BenchCommand(what, bytes, payload, shape, looks * batch, 0, batch, 0);
  }

  int elements() {
    return bytes / payload.elementBytes;
  }

  private static JsonObject object(String line) {
    try {
      JsonElement parsed = JsonParser.parseString(line);
      if (parsed.isJsonObject()) return parsed.getAsJsonObject();
    } catch (JsonParseException wrong) {
      // Reported below.
    }
    throw new Failed("a command is a JSON object as {\"case\":\"twoway\",\"calls\":1000}");
  }

  private static int number(JsonObject object, String key, int otherwise, int least, int most) {
    if (!object.has(key)) return otherwise;
    JsonElement given = object.get(key);
    try {
      int value = Integer.parseInt(given.toString());
      if (value >= least && value <= most) return value;
    } catch (NumberFormatException wrong) {
      // Reported below.
    }
    String range = "a whole number from " + least + " to " + most;
    throw new Failed("'" + key + "' takes " + range + ", not " + given);
  }

  private static <E extends Enum<E>> E choice(JsonObject object, String key, E otherwise) {
    if (!object.has(key)) return otherwise;
    E[] known = otherwise.getDeclaringClass().getEnumConstants();
    String given = object.get(key).toString();
    for (E one : known) {
      if (given.equals("\"" + one + "\"")) return one;
    }
    String names = String.join(", ", Arrays.stream(known).map(E::toString).toList());
    throw new Failed("'" + key + "' is one of " + names + ", not " + given);
  }

  private static void checkBytes(int bytes, Payload payload, Shape shape) {
    int element = payload.elementBytes;
    Failed.require(bytes % element == 0, "'bytes' of this payload is a multiple of " + element);
    int wanted = shape == Shape.basic ? element : BLOCK * element;
    Failed.require(
        shape == Shape.sequence || bytes == wanted, "'bytes' of this shape is " + wanted);
  }
}
