// What an atomic word orders, the thread sanitizer sees at one address only, and both ends of a
// connection in one process map their memory twice. So that it does not take the hand-over for a
// race, each hand-over touches one more word, when it watches; nothing otherwise.
#pragma once
#include <atomic>

namespace orbweaver::transport::shm {

#if defined(__SANITIZE_THREAD__)
inline std::atomic<unsigned> visible_order = 0;
inline void hand_over() noexcept { visible_order.fetch_add(1, std::memory_order_release); }
inline void take_over() noexcept { (void)visible_order.load(std::memory_order_acquire); }
#else
inline void hand_over() noexcept {}
inline void take_over() noexcept {}
#endif

}  // namespace orbweaver::transport::shm
