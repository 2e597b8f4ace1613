// SPDX-License-Identifier: Apache-2.0
package peer;

import static peer.KnownValues.bag;
import static peer.KnownValues.leaf;
import static peer.KnownValues.middle;
import static peer.KnownValues.node;
import static peer.KnownValues.root;

import ValueLab.Bag;
import ValueLab.Broken;
import ValueLab.Keeper;
import ValueLab.Middle;
import ValueLab.Node;
import ValueLab.NodeHelper;
import ValueLab.NodeHolder;
import ValueLab.Pair;
import ValueLab.PriceHelper;
import ValueLab.Root;
import ValueLab.RootHelper;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.omg.CORBA.Any;
import org.omg.CORBA.ORB;

/** Sends value types and decimal numbers to a ValueLab::Keeper. */
final class ValueCases {
  interface Case {
    /** Whether what came back is what should. */
    boolean holds() throws Exception;
  }

  private final ORB orb;
  private final Keeper target;

  ValueCases(ORB orb, Keeper target) {
    this.orb = orb;
    this.target = target;
  }

  Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("lists", this::lists);
    cases.put("sharing", this::sharing);
    cases.put("circle", this::circle);
    cases.put("structs", this::insideStructs);
    cases.put("exceptions", this::insideExceptions);
    cases.put("derived", this::derived);
    cases.put("truncated", this::truncated);
    cases.put("ValueBase", this::anyValue);
    cases.put("boxes", this::boxes);
    cases.put("decimals", this::decimals);
    cases.put("anys", this::anys);
    cases.put("bags", this::bags);
    return cases;
  }

  private boolean lists() {
    Node turned = target.turned(node(1, node(2, node(3))));
    return turned.number == 3
        && turned.next.next.number == 1
        && turned.next.next.next == null
        && target.turned(null) == null;
  }

  private boolean sharing() {
    Node one = node(1);
    NodeHolder third = new NodeHolder();
    NodeHolder fourth = new NodeHolder();
    boolean same = target.same(one, one, third, fourth);
    return same
        && third.value == fourth.value
        && third.value.number == 1
        && !target.same(one, node(1), third, fourth);
  }

  private boolean circle() {
    Node first = node(1);
    first.next = node(2, first);
    Node back = target.circle(first);
    return back.next.number == 2 && back.next.next == back;
  }

  private boolean insideStructs() throws Broken {
    Node one = node(1);
    Pair pair = target.swapped(new Pair(one, node(2)));
    Pair shared = target.swapped(new Pair(one, one));
    return pair.left.number == 2 && pair.right.number == 1 && shared.left == shared.right;
  }

  private boolean insideExceptions() {
    try {
      target.swapped(new Pair(null, node(5)));
    } catch (Broken broken) {
      return broken.culprit.number == 5 && broken.same == broken.culprit;
    }
    return false;
  }

  private boolean derived() {
    Middle middle = middle(1, "b", node(2));
    return target.echo_root(middle) instanceof Middle back
        && back.a == 1
        && back.b.equals("b")
        && back.inside.number == 2
        && target.seen_as(middle).equals("Middle")
        && target.seen_as(root(1)).equals("Root")
        && target.seen_as(null).equals("null");
  }

  private boolean truncated() {
    Root leaf = leaf(middle(1, "b", node(2)), 3.5, node(4, node(5)));
    return target.seen_as(leaf).equals("Middle")
        && target.echo_root(leaf) instanceof Middle back
        && back.b.equals("b")
        && back.inside.number == 2;
  }

  private boolean anyValue() {
    return target.echo_base(node(1, node(2))) instanceof Node back
        && back.next.number == 2
        && target.echo_base(null) == null;
  }

  private boolean boxes() {
    return target.label("x", new int[] {1, 2}).equals("x:2") && target.label(null, null) == null;
  }

  private boolean decimals() {
    return target.doubled(new BigDecimal("-12345.6789")).equals(new BigDecimal("-24691.3578"))
        && target.doubled(new BigDecimal("0.0000")).signum() == 0;
  }

  private boolean anys() {
    BigDecimal sent = new BigDecimal("1.5000");
    Any any = orb.create_any();
    PriceHelper.insert(any, sent);
    if (!PriceHelper.extract(target.echo_any(any)).equals(sent)) return false;
    return NodeHelper.extract(target.echo_any(list())).next.number == 2;
  }

  private Any list() {
    Any any = orb.create_any();
    NodeHelper.insert(any, node(1, node(2)));
    return any;
  }

  /** Anys with values in them, and what is longer than any buffer. */
  private Bag filledBag() {
    Bag bag = bag();
    bag.a = 1;
    bag.thing = list();
    bag.text = "t".repeat(100 << 10);
    bag.numbers = new double[20000];
    Arrays.fill(bag.numbers, 2.5);
    bag.other = orb.create_any();
    RootHelper.insert(bag.other, root(7));
    bag.last = node(9);
    return bag;
  }

  private boolean bags() {
    Bag bag = filledBag();
    return target.echo_root(bag) instanceof Bag back
        && NodeHelper.extract(back.thing).next.number == 2
        && back.text.equals(bag.text)
        && Arrays.equals(back.numbers, bag.numbers)
        && RootHelper.extract(back.other).a == 7
        && back.last.number == 9;
  }
}
