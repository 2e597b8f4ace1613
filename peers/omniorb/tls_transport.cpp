// SPDX-License-Identifier: Apache-2.0
// A program has omniORB's TLS if it includes this header.
#include <omniORB4/CORBA.h>
#include <omniORB4/sslContext.h>
