// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Types.*;
import org.omg.CORBA.CharHolder;
import org.omg.CORBA.ObjectHolder;
import org.omg.CORBA.StringHolder;

/** Lab::Types::Echo: each operation hands back what it got (idl/lab/types.idl). */
final class TypesServant extends EchoPOA {
  private final Runnable onShutDown;
  private final Bottom bottom;

  TypesServant(Runnable onShutDown, Bottom bottom) {
    this.onShutDown = onShutDown;
    this.bottom = bottom;
  }

  @Override
  public char echo_wide_char(char first, CharHolder second, CharHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String echo_wide_text(String first, StringHolder second, StringHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String echo_short_text(String first, StringHolder second, StringHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String echo_short_wide_text(String first, StringHolder second, StringHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public int[] echo_short_longs(int[] first, ShortLongsHolder second, ShortLongsHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String[] echo_short_texts(String[] first, ShortTextsHolder second, ShortTextsHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public int[][] echo_grid(int[][] first, GridHolder second, GridHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String[][] echo_text_grid(String[][] first, TextGridHolder second, TextGridHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public char[] echo_wide_chars(char[] first, WideCharsHolder second, WideCharsHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public String[] echo_wide_texts(String[] first, WideTextsHolder second, WideTextsHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public char[] echo_wide_pair(char[] first, WidePairHolder second, WidePairHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByShort echo_by_short(ByShort first, ByShortHolder second, ByShortHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByLong echo_by_long(ByLong first, ByLongHolder second, ByLongHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByChar echo_by_char(ByChar first, ByCharHolder second, ByCharHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByBoolean echo_by_boolean(ByBoolean first, ByBooleanHolder second, ByBooleanHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByBooleanHalf echo_by_boolean_half(ByBooleanHalf first, ByBooleanHalfHolder second, ByBooleanHalfHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByColour echo_by_colour(ByColour first, ByColourHolder second, ByColourHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public ByColourHalf echo_by_colour_half(ByColourHalf first, ByColourHalfHolder second, ByColourHalfHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public Tree echo_tree(Tree first, TreeHolder second, TreeHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public Expression echo_expression(Expression first, ExpressionHolder second, ExpressionHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public Everything echo_everything(Everything first, EverythingHolder second, EverythingHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public Named echo_named(Named first, NamedHolder second, NamedHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public org.omg.CORBA.Object echo_any_object(org.omg.CORBA.Object first, ObjectHolder second, ObjectHolder third) {
    third.value = second.value;
    second.value = first;
    return first;
  }

  @Override
  public void refuse(ByColour why, String reason, double amount) throws Refused {
    throw new Refused(why, reason, amount);
  }

  @Override
  public Bottom some_bottom() {
    return bottom;
  }

  @Override
  public void shut_down() {
    onShutDown.run();
  }
}
