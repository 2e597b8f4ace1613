// SPDX-License-Identifier: Apache-2.0
package peer;

import javax.rmi.CORBA.ValueHandler;
import org.jboss.com.sun.corba.se.impl.io.ValueHandlerImpl;
import org.jboss.com.sun.corba.se.impl.javax.rmi.CORBA.Util;

/**
 * Names of Java's own serializable classes, for which JacORB asks whenever it writes a ValueBase.
 *
 * <p>A value type goes by its repository id, so that none of these names is ever sent. The classes
 * that would make them look into parts of Java that newer ones keep to themselves.
 */
public final class RmiNames extends Util {
  static void use() {
    System.setProperty("javax.rmi.CORBA.UtilClass", RmiNames.class.getName());
  }

  @Override
  public ValueHandler createValueHandler() {
    return new ValueHandlerImpl() {
      @Override
      public String getRMIRepositoryID(Class<?> of) {
        return "RMI:" + of.getName() + ":0000000000000000";
      }
    };
  }
}
