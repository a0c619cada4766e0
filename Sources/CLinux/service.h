// What a service asks the kernel: who is at the other end of a socket, and whether the clock is kept right.
#pragma once
#include <sys/socket.h>
#include <sys/timex.h>
#include <sys/types.h>

// struct ucred is there with _GNU_SOURCE only; unix(7) gives its members in this order.
struct aparka_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};
static inline int aparka_peer_credentials(int descriptor, struct aparka_credentials *credentials) {
  socklen_t length = sizeof *credentials;
  return getsockopt(descriptor, SOL_SOCKET, 17 /* SO_PEERCRED */, credentials, &length);
}
// adjtimex(2): 1 = some service keeps the clock right, 0 = nobody does, -1 = the kernel does not say.
static inline int aparka_clock_synchronised(void) {
  struct timex state = {0};
  int answer = adjtimex(&state);
  return answer < 0 ? -1 : answer != TIME_ERROR;
}
