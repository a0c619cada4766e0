// libmicrohttpd, loaded when a server starts. Linking it would make every start of the program read
// gnutls and its libraries: 1.8 ms. Each pointer below has the type that the header gives the function.
#pragma once
#include <dlfcn.h>
#include <microhttpd.h>
#include <stddef.h>

struct aparka_mhd {
  __typeof__(&MHD_run) run;
  __typeof__(&MHD_get_timeout) get_timeout;
  __typeof__(&MHD_quiesce_daemon) quiesce;
  __typeof__(&MHD_stop_daemon) stop;
  __typeof__(&MHD_get_connection_values) get_connection_values;
  __typeof__(&MHD_suspend_connection) suspend_connection;
  __typeof__(&MHD_resume_connection) resume_connection;
  __typeof__(&MHD_queue_response) queue_response;
  __typeof__(&MHD_create_response_from_buffer) create_response_from_buffer;
  __typeof__(&MHD_create_response_from_callback) create_response_from_callback;
  __typeof__(&MHD_add_response_header) add_response_header;
  __typeof__(&MHD_destroy_response) destroy_response;
  __typeof__(&MHD_get_version) get_version;
  // Variadic: called through the functions below.
  __typeof__(&MHD_start_daemon) start_variadic;
  __typeof__(&MHD_get_daemon_info) get_daemon_info_variadic;
  __typeof__(&MHD_get_connection_info) get_connection_info_variadic;
};

// Fills the table; the name of what is missing when that fails, NULL when all is there.
static inline const char *aparka_mhd_load(struct aparka_mhd *table) {
  void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return "libmicrohttpd.so.12";
#define APARKA_FIND(member, name) \
  table->member = (__typeof__(table->member))dlsym(library, name); \
  if (table->member == NULL) return name;
  APARKA_FIND(run, "MHD_run")
  APARKA_FIND(get_timeout, "MHD_get_timeout")
  APARKA_FIND(quiesce, "MHD_quiesce_daemon")
  APARKA_FIND(stop, "MHD_stop_daemon")
  APARKA_FIND(get_connection_values, "MHD_get_connection_values")
  APARKA_FIND(suspend_connection, "MHD_suspend_connection")
  APARKA_FIND(resume_connection, "MHD_resume_connection")
  APARKA_FIND(queue_response, "MHD_queue_response")
  APARKA_FIND(create_response_from_buffer, "MHD_create_response_from_buffer")
  APARKA_FIND(create_response_from_callback, "MHD_create_response_from_callback")
  APARKA_FIND(add_response_header, "MHD_add_response_header")
  APARKA_FIND(destroy_response, "MHD_destroy_response")
  APARKA_FIND(get_version, "MHD_get_version")
  APARKA_FIND(start_variadic, "MHD_start_daemon")
  APARKA_FIND(get_daemon_info_variadic, "MHD_get_daemon_info")
  APARKA_FIND(get_connection_info_variadic, "MHD_get_connection_info")
#undef APARKA_FIND
  return NULL;
}

typedef void *(*aparka_mhd_uri_callback)(
    void *context, const char *uri, struct MHD_Connection *connection);

// What is called for whom, and the limits that the library keeps itself.
struct aparka_mhd_setting {
  MHD_AccessHandlerCallback handler;
  aparka_mhd_uri_callback began;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connected;
  void *context;
  int listening_socket;
  unsigned int connections;
  unsigned int connections_of_one_address;
  unsigned int timeout_seconds;
  size_t connection_memory_bytes;
};

// A daemon without a thread of its own: whoever starts it waits for its epoll descriptor.
static inline struct MHD_Daemon *aparka_mhd_start(
    const struct aparka_mhd *table, const struct aparka_mhd_setting *setting) {
  return table->start_variadic(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, setting->handler, setting->context,
      MHD_OPTION_LISTEN_SOCKET, setting->listening_socket,
      MHD_OPTION_CONNECTION_LIMIT, setting->connections,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, setting->connections_of_one_address,
      MHD_OPTION_CONNECTION_TIMEOUT, setting->timeout_seconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, setting->connection_memory_bytes,
      MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_URI_LOG_CALLBACK, setting->began, setting->context,
      MHD_OPTION_NOTIFY_COMPLETED, setting->completed, setting->context,
      MHD_OPTION_NOTIFY_CONNECTION, setting->connected, setting->context,
      MHD_OPTION_END);
}

static inline int aparka_mhd_epoll_descriptor(
    const struct aparka_mhd *table, struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info =
      table->get_daemon_info_variadic(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info == NULL ? -1 : info->epoll_fd;
}

static inline unsigned int aparka_mhd_connections(
    const struct aparka_mhd *table, struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info =
      table->get_daemon_info_variadic(daemon, MHD_DAEMON_INFO_CURRENT_CONNECTIONS);
  return info == NULL ? 0 : info->num_connections;
}

static inline int aparka_mhd_socket(
    const struct aparka_mhd *table, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      table->get_connection_info_variadic(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : info->connect_fd;
}

static inline void *aparka_mhd_socket_context(
    const struct aparka_mhd *table, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      table->get_connection_info_variadic(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}
