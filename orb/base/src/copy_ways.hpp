// SPDX-License-Identifier: Apache-2.0
// The ways of copy_in_pieces().
#pragma once
#include <cstddef>

namespace orbweaver::detail {

/// For processors that can do nothing better.
void copy_by_memcpy(std::byte* to, const std::byte* from, std::size_t count) noexcept;

#ifdef __x86_64__
/// By cache lines of the target, but for its two ends. Requires: AVX-512F, and 64 bytes at least.
/// docs/verify/measurements/streams.md ("Where buffers lie") has what each way takes.
void copy_by_lines(std::byte* to, const std::byte* from, std::size_t count) noexcept;

/// Like copy_by_lines(), by 32 bytes. Requires: AVX2, and 32 bytes at least.
void copy_by_half_lines(std::byte* to, const std::byte* from, std::size_t count) noexcept;

#endif

}  // namespace orbweaver::detail
