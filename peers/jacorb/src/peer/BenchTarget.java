// SPDX-License-Identifier: Apache-2.0
package peer;

import Bench.PacketsPort;
import Bench.SamplesPort;
import Bench.TargetPOA;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.omg.CORBA.ORB;

/** Bench::Target as idl/lab/bench.idl describes it. */
final class BenchTarget extends TargetPOA {
  private static final int MOST_TIMES = 1_000_000;

  private final AtomicLong received = new AtomicLong();
  private final SamplesPort samples;
  private final PacketsPort packets;
  private long[] timesNs = new long[1024];
  private int times;

  BenchTarget(ORB orb) {
    samples = new BenchPorts.Samples()._this(orb);
    packets = new BenchPorts.Packets()._this(orb);
  }

  @Override
  public void ping() {}

  @Override
  public void push(double[] values) {}

  @Override
  public void push_octets(byte[] bytes) {}

  @Override
  public void post() {
    received.incrementAndGet();
  }

  @Override
  public void post_samples(double[] values) {
    received.incrementAndGet();
  }

  @Override
  public void post_octets(byte[] bytes) {
    received.incrementAndGet();
  }

  @Override
  public void deliver(long sentNs, byte[] bytes) {
    note(Clock.nowNs() - sentNs);
  }

  private synchronized void note(long durationNs) {
    if (times == MOST_TIMES) return;
    if (times == timesNs.length) timesNs = Arrays.copyOf(timesNs, 2 * times);
    timesNs[times++] = durationNs;
  }

  @Override
  public long received() {
    return received.getAndSet(0);
  }

  @Override
  public synchronized long[] delivery_ns() {
    long[] reported = Arrays.copyOf(timesNs, times);
    times = 0;
    return reported;
  }

  @Override
  public SamplesPort samples_port() {
    return samples;
  }

  @Override
  public PacketsPort packets_port() {
    return packets;
  }

  @Override
  public void give_octet(byte value) {}

  @Override
  public void give_short(short value) {}

  @Override
  public void give_float(float value) {}

  @Override
  public void give_double(double value) {}

  @Override
  public void push_shorts(short[] values) {}

  @Override
  public void push_floats(float[] values) {}

  @Override
  public void push_octet_block(byte[] values) {}

  @Override
  public void push_short_block(short[] values) {}

  @Override
  public void push_float_block(float[] values) {}

  @Override
  public void push_double_block(double[] values) {}
}
