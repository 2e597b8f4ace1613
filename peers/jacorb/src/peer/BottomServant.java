// SPDX-License-Identifier: Apache-2.0
package peer;

import Lab.Types.BottomPOA;

/** An interface that inherits twice from one base, and from an abstract one. */
final class BottomServant extends BottomPOA {
  private double ratio;

  @Override
  public int height() {
    return 1;
  }

  @Override
  public int port() {
    return 2;
  }

  @Override
  public int starboard() {
    return 3;
  }

  @Override
  public synchronized double ratio() {
    return ratio;
  }

  @Override
  public synchronized void ratio(double value) {
    ratio = value;
  }

  @Override
  public void nudge(String text) {}

  @Override
  public String label(String wide) {
    return wide;
  }
}
