#pragma once
#include <microhttpd.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Swift cannot call the library's variadic functions. These say the same with named parameters.

struct microhttpd_settings {
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
};

struct microhttpd_callbacks {
    void *(*target)(void *service, const char *target, struct MHD_Connection *connection);
    MHD_AccessHandlerCallback access;
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connected;
    void *service;
};

/// Leaves the target as it was sent: decoding it is the server's own affair.
static inline size_t microhttpd_keep_escapes(void *unused, struct MHD_Connection *connection, char *text) {
    (void)unused;
    (void)connection;
    return strlen(text);
}

/// Ends a target where its query begins, as it stands in the library's memory.
static inline void microhttpd_end_at_query(const char *target) {
    char *mark = strchr(target, '?');
    // The library knows by now where the mark is.
    if (mark != NULL) mark[1] = 0;
}

/// The listening socket that the system's service manager opened for this process, or -1.
static inline int microhttpd_inherited_socket(void) {
    const int first = 3;
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (process == NULL || count == NULL || strcmp(count, "1") != 0 || atol(process) != (long)getpid()) return -1;
    return fcntl(first, F_SETFD, FD_CLOEXEC) == 0 ? first : -1;
}

/// Starts listening on a numeric address, or on the inherited socket if there is one. On failure `*reason` is an errno, or -1 for an unusable address.
static inline struct MHD_Daemon *microhttpd_start(
    const char *address, const char *port, struct microhttpd_settings settings,
    struct microhttpd_callbacks callbacks, int *reason
) {
    struct addrinfo hints;
    memset(&hints, 0, sizeof hints);
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    struct addrinfo *found = NULL;
    if (getaddrinfo(address, port, &hints, &found) != 0) {
        *reason = -1;
        return NULL;
    }
    unsigned int flags = MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
    if (found->ai_family == AF_INET6) flags |= MHD_USE_IPv6;
    int inherited = microhttpd_inherited_socket();
    struct MHD_OptionItem place[] = {
        {MHD_OPTION_SOCK_ADDR, 0, found->ai_addr},
        {MHD_OPTION_END, 0, NULL},
    };
    if (inherited >= 0) place[0] = (struct MHD_OptionItem){MHD_OPTION_LISTEN_SOCKET, inherited, NULL};
    errno = 0;
    struct MHD_Daemon *daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, callbacks.access, callbacks.service,
        MHD_OPTION_ARRAY, place,
        MHD_OPTION_THREAD_POOL_SIZE, settings.threads,
        MHD_OPTION_CONNECTION_LIMIT, settings.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, settings.idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings.connection_memory,
        MHD_OPTION_URI_LOG_CALLBACK, callbacks.target, callbacks.service,
        MHD_OPTION_UNESCAPE_CALLBACK, microhttpd_keep_escapes, NULL,
        MHD_OPTION_NOTIFY_COMPLETED, callbacks.completed, callbacks.service,
        MHD_OPTION_NOTIFY_CONNECTION, callbacks.connected, callbacks.service,
        MHD_OPTION_END);
    *reason = daemon == NULL ? errno : 0;
    freeaddrinfo(found);
    return daemon;
}

static inline int microhttpd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

/// What the callback for connections has put in its place for this one.
static inline void *microhttpd_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// The socket of a connection, or -1.
static inline int microhttpd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

static inline int microhttpd_has_peer_left(int socket) {
    char next;
    ssize_t count = recv(socket, &next, 1, MSG_PEEK | MSG_DONTWAIT);
    if (count < 0) return errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR;
    return count == 0;
}

/// Has the library notice, as if the peer had left.
static inline void microhttpd_shut(int socket) {
    shutdown(socket, SHUT_RDWR);
}

/// Has the library notice that nothing more will come. What is being sent is sent.
static inline void microhttpd_shut_reading(int socket) {
    shutdown(socket, SHUT_RD);
}

/// Writes the peer's address as a number, or an empty text.
static inline void microhttpd_remote_address(struct MHD_Connection *connection, char *text, size_t size) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    text[0] = 0;
    if (info == NULL) return;
    socklen_t length =
        info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in);
    if (getnameinfo(info->client_addr, length, text, (socklen_t)size, NULL, 0, NI_NUMERICHOST) != 0) text[0] = 0;
}

/// Whether somebody else listens there.
static inline int microhttpd_is_taken(int reason) { return reason == EADDRINUSE; }

static inline const char *microhttpd_reason_text(int reason) {
    return strerror(reason);
}

