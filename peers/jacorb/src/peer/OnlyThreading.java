// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** JacORB has one way: a thread reads each connection, and a pool runs the requests of all. */
final class OnlyThreading implements ITypeConverter<String> {
  static final String NAME = "per-connection";

  @Override
  public String convert(String text) {
    if (text.equals(NAME)) return text;
    throw new TypeConversionException("'" + text + "': JacORB has " + NAME + " alone");
  }
}
