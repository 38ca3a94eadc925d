#if canImport(Darwin)
    internal import Darwin
#else
    internal import CPipe
    internal import Glibc
#endif

/// One end for a program that is to be started, and one for this program.
///
/// No other program inherits either, also one that is started at the same time. Whatever was not kept is closed.
final class DescriptorPair {
    /// The end that the started program gets.
    let theirs: Int32
    private var ours: Int32

    /// - Parameter writing: Whether this program writes and the other reads.
    /// - Throws: ``CannotStart`` when there are no descriptors left.
    init(writing: Bool = false) throws(CannotStart) {
        var ends: [Int32] = [-1, -1]
        guard (writing ? Self.connect(&ends) : Self.pipe(&ends)) == 0 else { throw CannotStart(errno) }
        (ours, theirs) = (ends[0], ends[1])
        _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
    }

    /// Hands over this program's end, to be closed by whoever takes it.
    func keptEnd() -> Int32 {
        defer { ours = -1 }
        return ours
    }

    deinit {
        close(theirs)
        if ours >= 0 { close(ours) }
    }

    #if canImport(Darwin)
        // `Spawning` has the system close there whatever is not handed over.
        private static func pipe(_ ends: inout [Int32]) -> Int32 { Darwin.pipe(&ends) }

        private static func connect(_ ends: inout [Int32]) -> Int32 {
            let result = socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
            var yes: Int32 = 1
            setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
            return result
        }
    #else
        private static func pipe(_ ends: inout [Int32]) -> Int32 { pipe2(&ends, O_CLOEXEC) }

        private static func connect(_ ends: inout [Int32]) -> Int32 {
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
    #endif
}
