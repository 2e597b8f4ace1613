// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.Optional;
import java.util.concurrent.Callable;
import org.omg.CORBA.ORB;
import org.omg.CORBA.Policy;
import org.omg.PortableServer.POA;
import org.omg.PortableServer.POAHelper;
import org.omg.PortableServer.ThreadPolicyValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** One component of a pipeline. */
@Command(
    description = "Take packets, work on them and hand them on, with JacORB",
    mixinStandardHelpOptions = true)
final class Stage implements Callable<Integer> {
  static final String NAME = "jacorb-stage";

  @Mixin private final StageOptions options = new StageOptions();

  /**
   * JacORB cannot hold back the requests of one connection alone: its single-threaded adapter runs
   * one request at a time, from any sender. A stage of a pipeline has one sender: it is the same.
   */
  private POA makePoa(POA root) throws Exception {
    ThreadPolicyValue threads =
        options.dispatch == StageOptions.Dispatch.connection
            ? ThreadPolicyValue.SINGLE_THREAD_MODEL
            : ThreadPolicyValue.ORB_CTRL_MODEL;
    return root.create_POA(
        "stage", root.the_POAManager(), new Policy[] {root.create_thread_policy(threads)});
  }

  @Override
  public Integer call() throws Exception {
    EndOfLife end = new EndOfLife();
    options.pipeline.placement.apply();
    ORB orb = options.orbOptions().serverOrb(options.endpoint);
    POA root = POAHelper.narrow(orb.resolve_initial_references("RootPOA"));
    POA poa = makePoa(root);
    RequestQueueMeter meter = new RequestQueueMeter();
    ((org.jacorb.poa.POA) poa)._addPOAEventListener(meter);
    NextSink next = new NextSink(orb, options.pipeline, end);
    StageServant servant = new StageServant(options, next, end, meter::longest);
    String ior = orb.object_to_string(poa.id_to_reference(poa.activate_object(servant)));
    root.the_POAManager().activate();
    Lines.printReady(options.name, ior);

    Optional<String> error = end.await();
    if (error.isEmpty()) {
      poa.destroy(false, true);
      servant.finish();
      orb.shutdown(true);
      return 0;
    }
    // Calls may be stuck in the ORB for ever, so after an error there is no orderly way out.
    Lines.printError(options.name, error.get());
    return 1;
  }

  public static void main(String[] arguments) {
    Program.run(NAME, new Stage(), arguments);
  }
}
