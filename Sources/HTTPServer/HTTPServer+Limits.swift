extension HTTPServer {
    /// What one server allows its clients together and each of them.
    package struct Limits: Sendable {
        /// Connections open at once. When more come, the silent have to go; where nobody is silent newcomers are
        /// told 503.
        ///
        /// The process is allowed four times as many open files; where it may not have those, there are fewer.
        package var connections = 1024
        /// Seconds without a byte after which a connection is closed.
        package var idleSeconds = 30
        /// How long a handler may take before its client is told 503.
        package var handling: Duration = .seconds(60)
        /// Bytes of a request's address, which may have to hold a long cursor; a longer one is refused with 414.
        package var targetBytes = 56 * 1024
        /// Bytes of a request's address and headers together; more are refused with 431.
        package var headBytes = 64 * 1024
        /// Bytes of a request's body; a longer one is refused with 413.
        package var bodyBytes = 1024 * 1024
        /// Threads that move bytes.
        ///
        /// Handlers do not run on them.
        package var threads = 2

        package init() {}

        /// The library's memory of a connection. It refuses in words of its own, unseen by us, what does not fit in, so
        /// most of what is too long has to. It is wiped for every request, so more would cost time.
        var connectionBytes: Int { max(2 * headBytes, 128 * 1024) }

        /// Lets this process have as many connections, as far as it may, and says how many that are.
        func allowConnections() -> Int { min(connections, max(16, OpenFiles.allow(4 * connections) / 4)) }
    }
}
