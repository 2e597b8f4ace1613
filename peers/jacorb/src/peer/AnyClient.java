// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import AnyLab.AnyEcho;
import AnyLab.AnyEchoHelper;
import AnyLab.Lost;
import AnyLab.LostHelper;
import java.util.Map;
import java.util.concurrent.Callable;
import org.omg.CORBA.Any;
import org.omg.CORBA.AnyHolder;
import org.omg.CORBA.ByteHolder;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TCKind;
import org.omg.CORBA.TypeCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sends Anys and TypeCodes to an AnyLab::AnyEcho and prints one line for each case. */
@Command(
    description = "Send Anys and TypeCodes to an AnyLab::AnyEcho with JacORB",
    mixinStandardHelpOptions = true)
final class AnyClient implements Callable<Integer> {
  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--ior", required = true, description = "reference of an AnyLab::AnyEcho")
  private String ior;

  private ORB orb;
  private AnyEcho target;

  private String comesBack(String name, Any any) {
    require(same(target.echo(any), any), "it came back changed");
    require(same(fromBehindAnOctet(any), any), "it came back changed from behind an octet");
    TypeCode type = target.echo_type(any.type());
    require(type.equal(any.type()), "its TypeCode came back changed");
    for (Any each : target.echo_all(new Any[] {any, any})) {
      require(same(each, any), "it came back changed in a sequence");
    }
    require(target.take(name, any), "the server knows another");
    require(same(target.give(name), any), "the server's is another");
    return "the same";
  }

  private static boolean same(Any left, Any right) {
    return KnownAnys.same(left, right);
  }

  private Any fromBehindAnOctet(Any any) {
    ByteHolder after = new ByteHolder();
    AnyHolder shifted = new AnyHolder();
    target.echo_shifted((byte) 7, any, after, shifted);
    require(after.value == 7, "the octet before it came back changed");
    return shifted.value;
  }

  private String referenceComesBack() {
    Any any = orb.create_any();
    AnyEchoHelper.insert(any, target);
    AnyEcho back = AnyEchoHelper.extract(target.echo(any));
    require(
        back.give("octet").type().kind().value() == TCKind._tk_octet, "it leads nowhere");
    return "the same";
  }

  private String exceptionComesBack(KnownAnys known) {
    Any any = orb.create_any();
    LostHelper.insert(any, new Lost("gone", known.point()));
    Lost back = LostHelper.extract(fromBehindAnOctet(any));
    require(back.why.equals("gone"), "it came back changed");
    return "the same";
  }

  @Override
  public Integer call() {
    orb = options.clientOrb();
    target = AnyEchoHelper.narrow(orb.string_to_object(ior));
    KnownAnys known = new KnownAnys(orb);
    boolean allOk = true;
    for (Map.Entry<String, Any> one : known.byName().entrySet()) {
      String name = one.getKey();
      allOk &= Lines.printOutcome(name, () -> comesBack(name, one.getValue()));
    }
    allOk &= Lines.printOutcome("reference", this::referenceComesBack);
    allOk &= Lines.printOutcome("exception", () -> exceptionComesBack(known));
    orb.shutdown(true);
    return allOk ? 0 : 1;
  }

  public static void main(String[] arguments) {
    Program.run("jacorb-any-client", new AnyClient(), arguments);
  }
}
