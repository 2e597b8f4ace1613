// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.Failed.require;

import Lab.Types.Bottom;
import Lab.Types.Echo;
import Lab.Types.Named;
import Lab.Types.NamedHolder;
import Lab.Types.Refused;
import Lab.Types.Right;
import Lab.Types.RightHelper;
import java.util.List;
import org.omg.CORBA.ObjectHolder;
import org.omg.CORBA.StringHolder;
import org.omg.CORBA.SystemException;

/** References to objects of each sort of interface; exceptions with members of new types. */
final class InterfaceCases {
  private InterfaceCases() {}

  static List<TypeCase> all() {
    return List.of(
        new TypeCase("exception_with_members_of_new_types", InterfaceCases::catchRefused),
        new TypeCase("inherited_from_several_bases", InterfaceCases::callInherited),
        new TypeCase("abstract_interface", InterfaceCases::passAbstract),
        new TypeCase("Object", InterfaceCases::passObject),
        new TypeCase("beyond_a_bound", InterfaceCases::exceedBounds));
  }

  private static void catchRefused(Echo echo) {
    try {
      echo.refuse(UnionCases.dark(), "\u20ac", -0.1);
    } catch (Refused refused) {
      require(
          Image.of(refused.why).equals(Image.of(UnionCases.dark())),
          "the union in the exception changed");
      require(
          refused.reason.equals("\u20ac") && refused.amount == -0.1, "a member changed");
      return;
    }
    throw new Failed("nothing was raised");
  }

  private static void callInherited(Echo echo) {
    Bottom bottom = echo.some_bottom();
    require(bottom != null, "the reference is nil");
    bottom.ratio(0.1);
    require(bottom.ratio() == 0.1, "the attribute changed");
    bottom.nudge("text");
    require(
        bottom.height() == 1 && bottom.port() == 2 && bottom.starboard() == 3,
        "an inherited operation answered wrong");
    Right right = RightHelper.narrow(bottom);
    require(right.label("abc").equals("abc"), "the label changed");
  }

  private static void passAbstract(Echo echo) {
    Bottom bottom = echo.some_bottom();
    NamedHolder second = new NamedHolder();
    NamedHolder third = new NamedHolder();
    Named result = echo.echo_named(bottom, second, third);
    require(result != null && result.label("abc").equals("abc"), "the result does not answer");
    require(
        second.value instanceof org.omg.CORBA.Object object && object._is_equivalent(bottom),
        "the inout argument changed");
    require(third.value == null, "nil came back as something");
  }

  private static void passObject(Echo echo) {
    ObjectHolder second = new ObjectHolder();
    ObjectHolder third = new ObjectHolder();
    org.omg.CORBA.Object result = echo.echo_any_object(echo, second, third);
    require(result != null && result._is_equivalent(echo), "the result changed");
    require(second.value != null && third.value == null, "an argument changed");
  }

  private static void exceedBounds(Echo echo) {
    try {
      echo.echo_short_text("123456", new StringHolder(""), new StringHolder());
    } catch (SystemException refused) {
      return;
    }
    throw new Failed("six characters went where five are the bound");
  }
}
