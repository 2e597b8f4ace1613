// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A version of GIOP that JacORB can be held to. */
record GiopVersion(String minor) {
  static GiopVersion of(String text) {
    if (!text.matches("1\\.[012]")) {
      throw new TypeConversionException("'" + text + "' is none of 1.0, 1.1, 1.2");
    }
    return new GiopVersion(text.substring(2));
  }

  boolean knowsSyncScopes() {
    return minor.equals("2");
  }

  static final class Converter implements ITypeConverter<GiopVersion> {
    @Override
    public GiopVersion convert(String text) {
      return of(text);
    }
  }
}
