// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Counter;
import Lab.CounterHelper;
import Lab.Echo;
import Lab.EchoHelper;
import java.util.List;

/** Object references as values, and the operations that every object has. */
final class ObjectCases {
  private static final String ELSEWHERE = "corbaloc:iiop:1.2@192.0.2.1:9/nobody";

  private ObjectCases() {}

  static List<Case> all() {
    return List.of(
        new Case("echo_reference", ObjectCases::echoReference),
        new Case("echo_reference_narrow", ObjectCases::echoReferenceNarrow),
        new Case("echo_reference_nil", ObjectCases::echoReferenceNil),
        new Case("echo_reference_elsewhere", ObjectCases::echoReferenceElsewhere),
        new Case("is_a", ObjectCases::isA),
        new Case("is_a_remote", ObjectCases::isARemote),
        new Case("non_existent", ObjectCases::nonExistent));
  }

  private static String echoReference(Target on) {
    Counter echoed = on.echo().echo_reference(on.echo());
    require(echoed != null, "a nil reference came back");
    require(echoed._is_equivalent(on.echo()), "another object came back");
    on.echo().label("through the other reference");
    require(echoed.label().equals("through the other reference"), "the call went elsewhere");
    return "came back and works";
  }

  private static String echoReferenceNarrow(Target on) {
    Echo narrowed = EchoHelper.narrow(on.echo().echo_reference(on.echo()));
    require(narrowed != null, "the returned Counter is no Echo");
    require(narrowed.add(40, 2) == 42, "the call on the narrowed reference went wrong");
    return "narrowed and called";
  }

  private static String echoReferenceNil(Target on) {
    require(on.echo().echo_reference(null) == null, "a nil reference came back as an object");
    return "nil";
  }

  private static String echoReferenceElsewhere(Target on) {
    Counter sent = CounterHelper.unchecked_narrow(on.orb().string_to_object(ELSEWHERE));
    Counter echoed = on.echo().echo_reference(sent);
    require(echoed != null && echoed._is_equivalent(sent), "another reference came back");
    return "a reference to another host, untouched";
  }

  private static String isA(Target on) {
    require(on.echo()._is_a("IDL:Lab/Echo:1.0"), "it denies to be a Lab::Echo");
    require(on.echo()._is_a("IDL:Lab/Counter:1.0"), "it denies to be a Lab::Counter");
    require(
        on.echo()._is_a("IDL:omg.org/CORBA/Object:1.0"), "it denies to be a CORBA::Object");
    require(!on.echo()._is_a("IDL:Lab/Nobody:1.0"), "it claims to be a Lab::Nobody");
    return "4 types";
  }

  /** Sent as a request whatever the reference says, so that the server must answer. */
  private static String isARemote(Target on) {
    boolean answer =
        Untyped.call(on.echo(), "_is_a", to -> to.write_string("IDL:Lab/Counter:1.0"))
            .read_boolean();
    require(answer, "the server denies that it is a Lab::Counter");
    return "the server's answer";
  }

  private static String nonExistent(Target on) {
    require(!on.echo()._non_existent(), "it says that it does not exist");
    return "exists";
  }
}
