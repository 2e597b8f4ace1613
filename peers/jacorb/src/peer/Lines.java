// SPDX-License-Identifier: Apache-2.0
package peer;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;

/** What a peer program prints on standard output: one JSON object a line, as CONTRACT.md says. */
final class Lines {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private Lines() {}

  static synchronized void print(Map<String, Object> line) {
    System.out.println(GSON.toJson(line));
    System.out.flush();
  }

  static void printReady(String name, String ior) {
    printReadyWith(name, "ior", ior);
  }

  /** For a producer, which no program calls. */
  static void printReady(String name) {
    Map<String, Object> line = event("ready", name);
    line.put("pid", ProcessHandle.current().pid());
    print(line);
  }

  /** Of a bench server; the client is given the reference. */
  static void printBenchServer(String name, String reference) {
    printReadyWith(name, "reference", reference);
  }

  /** Of a bench client; its first call includes the way to the server. */
  static void printBenchClient(String name, long firstCallNs) {
    printReadyWith(name, "first_call_ns", firstCallNs);
  }

  /** The beginning of an answer to a command of the case. */
  static Map<String, Object> measured(String what) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "measured");
    line.put("case", what);
    return line;
  }

  /** What a part of a pipeline, `producer` or `stage`, measured. */
  static void printResult(String name, String part, Map<String, Object> measured) {
    Map<String, Object> line = event("result", name);
    line.put(part, measured);
    print(line);
  }

  static void printError(String name, String error) {
    Map<String, Object> line = event("error", name);
    line.put("error", error);
    print(line);
  }

  static void printCase(String name, boolean ok, String detail) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("case", name);
    line.put("ok", ok);
    line.put("detail", detail);
    print(line);
  }

  /** Does it, and prints its detail or what went wrong. Returns whether it went well. */
  static boolean printOutcome(String name, Callable<String> work) {
    try {
      printCase(name, true, work.call());
      return true;
    } catch (Failed problem) {
      printCase(name, false, problem.getMessage());
    } catch (Exception raised) {
      printCase(name, false, "raised " + Program.describe(raised));
    }
    return false;
  }

  private static void printReadyWith(String name, String key, Object value) {
    Map<String, Object> line = event("ready", name);
    line.put("pid", ProcessHandle.current().pid());
    line.put(key, value);
    print(line);
  }

  private static Map<String, Object> event(String event, String name) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", event);
    line.put("name", name);
    return line;
  }
}
