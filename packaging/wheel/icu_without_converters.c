// SPDX-License-Identifier: Apache-2.0
// libicuuc without a converter: what libxml2 calls of it. libxml2 then reads XML in the encodings that it knows itself and in
// those that the C library converts, and refuses others. ICU and its data are 33 MB.
// The functions have ICU's version in their names: NAMED(ucnv_open) is ucnv_open_72.
#include <stddef.h>

#define JOINED(name, version) name##_##version
#define WITH_VERSION(name, version) JOINED(name, version)
#define NAMED(name) WITH_VERSION(name, VERSION)

enum { FILE_ACCESS_ERROR = 4 };  // ICU, "utypes.h"

void* NAMED(ucnv_open)(const char* encoding, int* error) {
  (void)encoding;
  *error = FILE_ACCESS_ERROR;
  return NULL;
}

// Without a converter none of these is called.
void NAMED(ucnv_close)(void) {}
void NAMED(ucnv_convertEx)(void) {}
void NAMED(ucnv_setFromUCallBack)(void) {}
void NAMED(ucnv_setToUCallBack)(void) {}
void NAMED(UCNV_FROM_U_CALLBACK_STOP)(void) {}
void NAMED(UCNV_TO_U_CALLBACK_STOP)(void) {}
