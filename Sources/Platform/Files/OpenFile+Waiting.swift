internal import Dispatch

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension OpenFile {
    /// Waits until reading would return at once, or the task is cancelled.
    ///
    /// - Throws: ``LocalFileFault`` where this program has too much open to wait for more.
    package func waitForInput() async throws(LocalFileFault) {
        guard !hasInput else { return }
        let wait = try InputWait(self)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own: those that tasks run on are few, and somebody else's.
                DispatchQueue(label: "files.input").async {
                    wait.run()
                    continuation.resume()
                }
            }
        } onCancel: {
            wait.giveUp()
        }
    }

    private var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }
}

/// One wait for what is going to come of a file.
private final class InputWait: Sendable {
    private let file: OpenFile
    /// Two sockets, of which one hears when the other is shut; that stays so, and none can come too early to be heard.
    private let (here, there): (CInt, CInt)

    init(_ file: OpenFile) throws(LocalFileFault) {
        var ends: [CInt] = [-1, -1]
        guard Self.connect(&ends) == 0 else { throw .system(file.path, errno) }
        self.file = file
        (here, there) = (ends[0], ends[1])
    }

    deinit {
        close(here)
        close(there)
    }

    /// Returns when something can be read, or the wait was given up.
    func run() {
        var places = [file.descriptor, there].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&places, nfds_t(places.count), -1) < 0, errno == EINTR {}
    }

    func giveUp() { shutdown(here, CInt(SHUT_WR)) }

    #if canImport(Darwin)
        // Programs that are started from here inherit nothing there but what they are handed.
        private static func connect(_ ends: inout [CInt]) -> CInt {
            socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        }
    #else
        private static func connect(_ ends: inout [CInt]) -> CInt {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
    #endif
}
