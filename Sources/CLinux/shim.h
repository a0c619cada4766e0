// What Linux has and Swift's Glibc module leaves out.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Without _GNU_SOURCE, which gives fd_set other members than Swift's Glibc module knows: these two
// numbers are those of <linux/fcntl.h>.
#ifndef F_OFD_GETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif

// fcntl and syscall are variadic, which Swift does not import.
static inline int aparka_ofd_lock(int descriptor, struct flock *lock) {
  return fcntl(descriptor, F_OFD_SETLK, lock);
}
static inline int aparka_ofd_query(int descriptor, struct flock *lock) {
  return fcntl(descriptor, F_OFD_GETLK, lock);
}
static inline int aparka_set_nonblocking(int descriptor) {
  int flags = fcntl(descriptor, F_GETFL);
  return flags < 0 ? flags : fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
}
static inline int aparka_set_close_on_exec(int descriptor) {
  return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}
static inline int aparka_pipe_close_on_exec(int ends[2]) {
  return (int)syscall(SYS_pipe2, ends, O_CLOEXEC);
}
static inline int aparka_pidfd_open(pid_t process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}
static inline int aparka_memory_file(const char *name) {
  return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */);
}
