// SPDX-License-Identifier: Apache-2.0
package peer;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;

/** Generated structs and unions do not compare themselves; their texts hold every member. */
final class Image {
  private static final Gson GSON =
      new GsonBuilder().serializeSpecialFloatingPointValues().serializeNulls().create();

  private Image() {}

  static String of(Object value) {
    return GSON.toJson(value);
  }
}
