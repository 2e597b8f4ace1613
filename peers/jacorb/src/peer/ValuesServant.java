// SPDX-License-Identifier: Apache-2.0
package peer;

import ValueLab.Broken;
import ValueLab.KeeperPOA;
import ValueLab.Leaf;
import ValueLab.Middle;
import ValueLab.Node;
import ValueLab.NodeHolder;
import ValueLab.Pair;
import ValueLab.Root;
import java.io.Serializable;
import java.math.BigDecimal;
import org.omg.CORBA.Any;

/** ValueLab::Keeper as idl/lab/values.idl describes it. */
final class ValuesServant extends KeeperPOA {
  @Override
  public Node turned(Node list) {
    Node result = null;
    for (Node each = list; each != null; each = each.next) {
      result = KnownValues.node(each.number, result);
    }
    return result;
  }

  @Override
  public boolean same(Node left, Node right, NodeHolder third, NodeHolder fourth) {
    third.value = left;
    fourth.value = left;
    return left == right;
  }

  @Override
  public Node circle(Node first) {
    return first;
  }

  @Override
  public Pair swapped(Pair both) throws Broken {
    if (both.left == null) throw new Broken(both.right, both.right);
    return new Pair(both.right, both.left);
  }

  @Override
  public Root echo_root(Root value) {
    return value;
  }

  @Override
  public String seen_as(Root value) {
    if (value == null) return "null";
    if (value instanceof Leaf) return "Leaf";
    return value instanceof Middle ? "Middle" : "Root";
  }

  @Override
  public Serializable echo_base(Serializable value) {
    return value;
  }

  @Override
  public String label(String one, int[] list) {
    return one == null || list == null ? null : one + ":" + list.length;
  }

  @Override
  public BigDecimal doubled(BigDecimal one) {
    return one.add(one);
  }

  @Override
  public Any echo_any(Any value) {
    return value;
  }
}
