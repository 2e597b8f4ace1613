// SPDX-License-Identifier: Apache-2.0
package peer;

import ValueLab.Bag;
import ValueLab.BagHelper;
import ValueLab.Leaf;
import ValueLab.LeafHelper;
import ValueLab.Middle;
import ValueLab.MiddleHelper;
import ValueLab.Node;
import ValueLab.NodeHelper;
import ValueLab.Root;
import ValueLab.RootHelper;
import java.io.Serializable;
import java.util.function.Supplier;
import org.omg.CORBA.ORB;

/** The value types of ValueLab, and what a program needs to receive them. */
final class KnownValues {
  private KnownValues() {}

  // JacORB generates abstract classes, and leaves it to programs to derive those that have objects.
  private static final class SomeNode extends Node {}

  private static final class SomeRoot extends Root {}

  private static final class SomeMiddle extends Middle {}

  private static final class SomeLeaf extends Leaf {}

  private static final class SomeBag extends Bag {}

  static Node node(int number, Node next) {
    Node made = new SomeNode();
    made.number = number;
    made.next = next;
    return made;
  }

  static Node node(int number) {
    return node(number, null);
  }

  static Root root(int a) {
    Root made = new SomeRoot();
    made.a = a;
    return made;
  }

  static Middle middle(int a, String b, Node inside) {
    return filled(new SomeMiddle(), a, b, inside);
  }

  static Leaf leaf(Middle like, double c, Node more) {
    Leaf made = filled(new SomeLeaf(), like.a, like.b, like.inside);
    made.c = c;
    made.more = more;
    return made;
  }

  static Bag bag() {
    return new SomeBag();
  }

  private static <M extends Middle> M filled(M made, int a, String b, Node inside) {
    made.a = a;
    made.b = b;
    made.inside = inside;
    return made;
  }

  /** All but Leaf, which servers do not know. */
  static void know(ORB orb) {
    RmiNames.use();
    know(orb, NodeHelper.id(), SomeNode::new);
    know(orb, RootHelper.id(), SomeRoot::new);
    know(orb, MiddleHelper.id(), SomeMiddle::new);
    know(orb, BagHelper.id(), SomeBag::new);
  }

  static void knowLeaf(ORB orb) {
    know(orb, LeafHelper.id(), SomeLeaf::new);
  }

  private static void know(ORB orb, String id, Supplier<Serializable> maker) {
    ((org.omg.CORBA_2_3.ORB) orb)
        .register_value_factory(id, stream -> stream.read_value(maker.get()));
  }
}
