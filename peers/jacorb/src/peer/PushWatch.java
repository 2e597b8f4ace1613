// SPDX-License-Identifier: Apache-2.0
package peer;

import java.util.concurrent.atomic.AtomicInteger;
import org.omg.CORBA.LocalObject;
import org.omg.PortableInterceptor.ORBInitInfo;
import org.omg.PortableInterceptor.ORBInitInfoPackage.DuplicateName;
import org.omg.PortableInterceptor.ORBInitializer;
import org.omg.PortableInterceptor.ServerRequestInfo;
import org.omg.PortableInterceptor.ServerRequestInterceptor;

/** Counts the requests of pushPacket that ask for a reply, as two-way calls do, and that do not. */
public final class PushWatch extends LocalObject implements ORBInitializer, ServerRequestInterceptor {
  private static final long serialVersionUID = 1L;

  static final AtomicInteger withReply = new AtomicInteger();
  static final AtomicInteger withoutReply = new AtomicInteger();

  /** JacORB makes it. */
  public PushWatch() {}

  @Override
  public void pre_init(ORBInitInfo info) {}

  @Override
  public void post_init(ORBInitInfo info) {
    try {
      info.add_server_request_interceptor(this);
    } catch (DuplicateName impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void receive_request_service_contexts(ServerRequestInfo request) {
    if (!request.operation().equals("pushPacket")) return;
    (request.response_expected() ? withReply : withoutReply).incrementAndGet();
  }

  @Override
  public void receive_request(ServerRequestInfo request) {}

  @Override
  public void send_reply(ServerRequestInfo request) {}

  @Override
  public void send_exception(ServerRequestInfo request) {}

  @Override
  public void send_other(ServerRequestInfo request) {}

  @Override
  public String name() {
    return "";
  }

  @Override
  public void destroy() {}
}
