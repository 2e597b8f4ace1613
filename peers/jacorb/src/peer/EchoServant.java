// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Basics;
import Lab.Colour;
import Lab.Completion;
import Lab.Counter;
import Lab.EchoPOA;
import Lab.Empty;
import Lab.Nested;
import Lab.Refused;
import Lab.StringsHolder;
import org.omg.CORBA.BAD_PARAM;
import org.omg.CORBA.CompletionStatus;
import org.omg.CORBA.IntHolder;
import org.omg.CORBA.NO_RESOURCES;
import org.omg.CORBA.StringHolder;

/** Lab::Echo as idl/lab/echo.idl describes it. */
final class EchoServant extends EchoPOA {
  private final Runnable onShutdown;
  private final Journal journal;
  private int count;
  private String label = "";

  EchoServant(Runnable onShutdown, Journal journal) {
    this.onShutdown = onShutdown;
    this.journal = journal;
  }

  @Override
  public synchronized int count() {
    return count;
  }

  @Override
  public synchronized String label() {
    return label;
  }

  @Override
  public synchronized void label(String value) {
    label = value;
  }

  @Override
  public synchronized void poke(int amount) {
    count += amount;
  }

  @Override
  public synchronized void reset() {
    count = 0;
  }

  @Override
  public void nothing() {}

  @Override
  public boolean echo_boolean(boolean value) {
    return value;
  }

  @Override
  public char echo_char(char value) {
    return value;
  }

  @Override
  public byte echo_octet(byte value) {
    return value;
  }

  @Override
  public short echo_short(short value) {
    return value;
  }

  @Override
  public short echo_ushort(short value) {
    return value;
  }

  @Override
  public int echo_long(int value) {
    return value;
  }

  @Override
  public int echo_ulong(int value) {
    return value;
  }

  @Override
  public long echo_longlong(long value) {
    return value;
  }

  @Override
  public long echo_ulonglong(long value) {
    return value;
  }

  @Override
  public float echo_float(float value) {
    return value;
  }

  @Override
  public double echo_double(double value) {
    return value;
  }

  @Override
  public String echo_string(String value) {
    return value;
  }

  @Override
  public Colour echo_enum(Colour value) {
    return value;
  }

  @Override
  public byte[] echo_octets(byte[] value) {
    return value;
  }

  @Override
  public short[] echo_shorts(short[] value) {
    return value;
  }

  @Override
  public float[] echo_floats(float[] value) {
    return value;
  }

  @Override
  public double[] echo_doubles(double[] value) {
    return value;
  }

  @Override
  public String[] echo_strings(String[] value) {
    return value;
  }

  @Override
  public Colour[] echo_colours(Colour[] value) {
    return value;
  }

  @Override
  public int[] echo_array(int[] value) {
    return value;
  }

  @Override
  public double[][] echo_grid(double[][] value) {
    return value;
  }

  @Override
  public Basics echo_struct(Basics value) {
    return value;
  }

  @Override
  public Nested echo_nested(Nested value) {
    return value;
  }

  @Override
  public Counter echo_reference(Counter value) {
    return value;
  }

  @Override
  public int add(int a, int b) {
    return a + b;
  }

  @Override
  public int sum_and_difference(IntHolder a, int b, IntHolder difference) {
    difference.value = a.value - b;
    a.value += b;
    return a.value;
  }

  @Override
  public void swap_text(StringHolder left, StringHolder right, StringsHolder both) {
    both.value = new String[] {left.value, right.value};
    left.value = both.value[1];
    right.value = both.value[0];
  }

  @Override
  public void refuse(String reason, int code) throws Empty, Refused {
    if (code != 0) throw new Refused(reason, code);
    if (reason.isEmpty()) throw new Empty();
  }

  @Override
  public void raise_system(int minor) {
    throw new BAD_PARAM(minor, CompletionStatus.COMPLETED_NO);
  }

  @Override
  public void raise_completed(int minor, Completion completed) {
    throw new NO_RESOURCES(minor, CompletionStatus.from_int(completed.value()));
  }

  @Override
  public void enter(int number) {
    journal.add(number);
  }

  @Override
  public void jot(int number) {
    journal.add(number);
  }

  @Override
  public void shutdown() {
    onShutdown.run();
  }

  @Override
  public void vanish() {
    Runtime.getRuntime().halt(0);
  }
}
