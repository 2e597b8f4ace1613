// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Echo;
import Lab.EchoHelper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.omg.CORBA.ORB;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Calls every operation of a Lab::Echo in every way and prints one line for each case. */
@Command(
    description = "Call every operation of a Lab::Echo with JacORB",
    mixinStandardHelpOptions = true)
final class EchoClient implements Callable<Integer> {
  private static final String NAME = "jacorb-echo-client";

  @Mixin private final OrbOptions options = new OrbOptions();

  @Option(names = "--ior", description = "reference of a Lab::Echo")
  private String ior;

  @Option(names = "--collocated", description = "call an object of this process instead")
  private boolean collocated;

  @Option(
      names = "--enter",
      description = "enter so many numbers in the server's journal, through its restarts")
  private int entries;

  @Option(names = "--case", description = "only this case; repeatable")
  private List<String> wanted = List.of();

  private List<Case> chosen() {
    List<Case> cases = new ArrayList<>();
    Stream.of(
            BasicCases.all(),
            SequenceCases.all(),
            StructCases.all(),
            OperationCases.all(),
            ExceptionCases.all(),
            ObjectCases.all(),
            SyncScopeCases.untilSent())
        .forEach(cases::addAll);
    if (options.giop.knowsSyncScopes()) cases.addAll(SyncScopeCases.untilTaken());
    if (wanted.isEmpty()) return cases;
    cases.addAll(SequenceCases.large());
    cases.addAll(OperationCases.ending());
    cases.addAll(ExceptionCases.cutting());
    cases.removeIf(one -> !wanted.contains(one.name()));
    return cases;
  }

  private static boolean passes(Case one, Target target) {
    return Lines.printOutcome(one.name(), () -> one.body().run(target));
  }

  private static Echo ownObject(ORB orb) throws Exception {
    POA poa = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    EchoServant servant = new EchoServant(() -> {}, new Journal(""));
    poa.the_POAManager().activate();
    return EchoHelper.narrow(poa.servant_to_reference(servant));
  }

  @Override
  public Integer call() throws Exception {
    List<Case> cases = chosen();
    if (cases.isEmpty()) {
      System.err.println(NAME + ": there is no case " + wanted + "; --help lists the options");
      return 2;
    }
    ORB orb = collocated ? options.serverOrb("giop:tcp:127.0.0.1:0") : options.clientOrb();
    Echo echo = collocated ? ownObject(orb) : EchoHelper.narrow(orb.string_to_object(ior));
    if (entries > 0) {
      new Entries(echo, entries).enter();
      orb.shutdown(true);
      return 0;
    }
    boolean allOk = true;
    for (Case one : cases) allOk &= passes(one, new Target(orb, echo));
    orb.shutdown(true);
    return allOk ? 0 : 1;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new EchoClient(), arguments);
  }
}
