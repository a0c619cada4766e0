// libsystemd's D-Bus client, loaded when it is needed: linking it would cost every start of the command
// line 0.8 ms. Only the headers are needed to build.
#pragma once
#include <dlfcn.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-id128.h>

#define APARKA_SYSTEMD_FUNCTIONS(X) \
  X(bus_new) \
  X(bus_set_address) \
  X(bus_set_bus_client) \
  X(bus_set_watch_bind) \
  X(bus_start) \
  X(bus_close_unref) \
  X(bus_is_ready) \
  X(bus_get_bus_id) \
  X(bus_get_fd) \
  X(bus_get_events) \
  X(bus_get_timeout) \
  X(bus_process) \
  X(bus_call_async) \
  X(bus_match_signal_async) \
  X(bus_slot_unref) \
  X(bus_message_new_method_call) \
  X(bus_message_unref) \
  X(bus_message_append_basic) \
  X(bus_message_open_container) \
  X(bus_message_close_container) \
  X(bus_message_read_basic) \
  X(bus_message_enter_container) \
  X(bus_message_exit_container) \
  X(bus_message_get_sender) \
  X(bus_message_get_error) \
  X(id128_to_string)

// The functions without their prefix, with the types that the headers give them.
struct aparka_systemd {
#define APARKA_FIELD(name) __typeof__(&sd_##name) _Nonnull name;
  APARKA_SYSTEMD_FUNCTIONS(APARKA_FIELD)
#undef APARKA_FIELD
};

// 0, or -1 when the library or one of the functions is not there. The library stays loaded.
static inline int aparka_systemd_load(
    const char *_Nonnull library, struct aparka_systemd *_Nonnull functions) {
  void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
  if (!handle) return -1;
#define APARKA_FIND(name) \
  { \
    void *symbol = dlsym(handle, "sd_" #name); \
    if (!symbol) { \
      dlclose(handle); \
      return -1; \
    } \
    functions->name = (__typeof__(&sd_##name))symbol; \
  }
  APARKA_SYSTEMD_FUNCTIONS(APARKA_FIND)
#undef APARKA_FIND
  return 0;
}
