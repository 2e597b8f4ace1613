// SPDX-License-Identifier: Apache-2.0
// libicudata without data, as ICU's own "stubdata": a table of contents without an entry. ICU then finds no converter,
// and libxml2 reads XML in what it knows itself and what the C library converts. The environment's ICU_DATA names
// a folder with ICU's data, for who needs more.
// The layout: ICU, "udatamem.h" and "ucmndata.h"; the name ENTRY_POINT has ICU's version in it.
#include <stdint.h>

struct {
  uint16_t header_size;
  uint8_t magic[2];
  uint16_t info_size, reserved;
  uint8_t is_big_endian, charset_family, char_size, reserved_byte;
  uint8_t format[4], format_version[4], data_version[4];
  uint32_t padding[2];  // to 32 bytes
  uint32_t count, reserved_count;
} const ENTRY_POINT __attribute__((aligned(16))) = {
    .header_size = 32,
    .magic = {0xda, 0x27},
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .char_size = 2,
    .format = {0x54, 0x6f, 0x43, 0x50},  // "ToCP"
    .format_version = {1},
};
