#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file open for reading.
struct OpenFile: ~Copyable {
    private let descriptor: CInt

    init(_ path: FilePath) throws(SystemFault) {
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY) }
        guard descriptor >= 0 else { throw .last }
    }

    /// What is at the end of this program's standard input.
    init(standardInput: Void) throws(SystemFault) {
        descriptor = dup(STDIN_FILENO)
        guard descriptor >= 0 else { throw .last }
    }

    deinit { close(descriptor) }

    /// Reads what there is, as much as there is room for; nothing at the end.
    borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
        while true {
            let count = Self.systemRead(descriptor, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw .last }
        }
    }

    private static func systemRead(_ descriptor: CInt, _ room: UnsafeMutableRawPointer?, _ count: Int) -> Int
    {
        #if canImport(Darwin)
            Darwin.read(descriptor, room, count)
        #else
            Glibc.read(descriptor, room, count)
        #endif
    }
}
