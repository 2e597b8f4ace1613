// SPDX-License-Identifier: Apache-2.0
package peer;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Options that count something. */
final class Count {
  private Count() {}

  static final class FromZero implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return parse(text, 0, Integer.MAX_VALUE);
    }
  }

  static final class FromOne implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return parse(text, 1, Integer.MAX_VALUE);
    }
  }

  static final class OfThreads implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return parse(text, 0, 256);
    }
  }

  static final class OfSenders implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return parse(text, 1, 64);
    }
  }

  static final class Priority implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return parse(text, 1, 99);
    }
  }

  /** Milliseconds, with fractions. */
  static final class Milliseconds implements ITypeConverter<Double> {
    @Override
    public Double convert(String text) {
      try {
        double given = Double.parseDouble(text);
        if (given >= 0 && given <= 1e9) return given;
      } catch (NumberFormatException wrong) {
        // Reported below.
      }
      throw new TypeConversionException("'" + text + "' is no time in milliseconds");
    }
  }

  private static int parse(String text, int least, int most) {
    try {
      int given = Integer.parseInt(text);
      if (given >= least && given <= most) return given;
    } catch (NumberFormatException wrong) {
      // Reported below.
    }
    throw new TypeConversionException(
        "'" + text + "' is no whole number from " + least + " to " + most);
  }
}
