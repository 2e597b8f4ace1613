// SPDX-License-Identifier: Apache-2.0
package peer;

import AnyLab.AnysHelper;
import AnyLab.Choice;
import AnyLab.ChoiceHelper;
import AnyLab.Colour;
import AnyLab.ColourHelper;
import AnyLab.DoublesHelper;
import AnyLab.GridHelper;
import AnyLab.Point;
import AnyLab.PointHelper;
import AnyLab.Tree;
import AnyLab.TreeHelper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;
import org.omg.CORBA.TCKind;

/** Anys that every peer knows by name. */
final class KnownAnys {
  private final ORB orb;
  private final Map<String, Any> byName = new LinkedHashMap<>();

  KnownAnys(ORB orb) {
    this.orb = orb;
    addNumbers();
    addExtremes();
    addTexts();
    addConstructed();
    addUnions();
  }

  Map<String, Any> byName() {
    return byName;
  }

  /** The same type, names included, and the same value. */
  static boolean same(Any left, Any right) {
    if (!left.type().equal(right.type())) return false;
    if (left.type().kind().value() != TCKind._tk_double) return left.equal(right);
    // Not-a-number equals itself here, and zeros of two signs do not.
    return Double.valueOf(left.extract_double()).equals(right.extract_double());
  }

  private Any any(Consumer<Any> insert) {
    Any made = orb.create_any();
    insert.accept(made);
    return made;
  }

  private void add(String name, Consumer<Any> insert) {
    byName.put(name, any(insert));
  }

  private void addNumbers() {
    add("null", nothing -> {});
    add("short", any -> any.insert_short(Short.MIN_VALUE));
    add("long", any -> any.insert_long(-2147483647));
    add("long_long", any -> any.insert_longlong(-9223372036854775807L));
    add("unsigned_short", any -> any.insert_ushort((short) -1));
    add("unsigned_long", any -> any.insert_ulong(-1));
    add("unsigned_long_long", any -> any.insert_ulonglong(-1));
    add("float", any -> any.insert_float(0.25F));
    add("double", any -> any.insert_double(-1e300));
    add("boolean", any -> any.insert_boolean(true));
    add("octet", any -> any.insert_octet((byte) 255));
  }

  private void addExtremes() {
    add("float_infinite", any -> any.insert_float(Float.NEGATIVE_INFINITY));
    add("double_not_a_number", any -> any.insert_double(Double.NaN));
    add("double_negative_zero", any -> any.insert_double(-0.0));
    add("double_least", any -> any.insert_double(Double.MIN_VALUE));
    add("double_most", any -> any.insert_double(Double.MAX_VALUE));
    add("sequence_empty", any -> DoublesHelper.insert(any, new double[0]));
    add("sequence_large", any -> DoublesHelper.insert(any, eighths(100000)));
  }

  private void addTexts() {
    add("char", any -> any.insert_char('q'));
    add("wchar", any -> any.insert_wchar('\u00e9'));
    add("wchar_last", any -> any.insert_wchar('\uffff'));
    add("string", any -> any.insert_string("text"));
    add("string_empty", any -> any.insert_string(""));
    add("wstring", any -> any.insert_wstring("w\u20acide"));
    add("wstring_empty", any -> any.insert_wstring(""));
    add("wstring_large", any -> any.insert_wstring("\u20ac".repeat(10000)));
  }

  private void addConstructed() {
    add("any", any -> any.insert_any(any(inner -> inner.insert_string("inner"))));
    add("TypeCode", any -> any.insert_TypeCode(PointHelper.type()));
    add("enum", any -> ColourHelper.insert(any, Colour.green));
    add("struct", any -> PointHelper.insert(any, point()));
    add("sequence", any -> DoublesHelper.insert(any, new double[] {1, -2, 3}));
    add("array", any -> GridHelper.insert(any, new short[][] {{1, 2, 3}, {4, 5, 6}}));
    add("recursive_struct", any -> TreeHelper.insert(any, treeOf(9)));
    Any[] two = {
      any(inner -> inner.insert_boolean(true)), any(inner -> PointHelper.insert(inner, point()))
    };
    add("sequence_of_any", any -> AnysHelper.insert(any, two));
  }

  private void addUnions() {
    add("union", choice(made -> made.number(-7)));
    add("union_of_wstring", choice(made -> made.text("\u20ac")));
    add("union_default", choice(made -> made.rest(any(inner -> inner.insert_boolean(true)))));
  }

  private static Consumer<Any> choice(Consumer<Choice> change) {
    Choice made = new Choice();
    change.accept(made);
    return any -> ChoiceHelper.insert(any, made);
  }

  Point point() {
    Any extra = any(inner -> inner.insert_short((short) -7));
    return new Point(Colour.blue, -2.5, "here", extra, new double[] {1.5, 2.5});
  }

  private static double[] eighths(int count) {
    double[] made = new double[count];
    Arrays.setAll(made, i -> i / 8.0);
    return made;
  }

  private static Tree treeOf(int depth) {
    if (depth == 0) return new Tree("leaf", new Tree[0]);
    return new Tree("", new Tree[] {treeOf(depth - 1), new Tree("end", new Tree[0])});
  }
}
