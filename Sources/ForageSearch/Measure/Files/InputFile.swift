#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file open for reading, or a pipe.
struct InputFile: ~Copyable {
    private let descriptor: CInt
    /// Whether reading may take until somebody writes; an ordinary file has what it has.
    private let mayWait: Bool

    /// - Parameters:
    ///   - path: The file.
    ///   - folder: Where it was found, and found to be an ordinary one.
    /// - Throws: ``SystemFault``
    init(_ path: FilePath, foundIn folder: OpenFolder?) throws(SystemFault) {
        // Opening without waiting, or a pipe would hold us until somebody writes.
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
        descriptor = folder?.open(path, flags) ?? path.withCString { open($0, flags) }
        guard descriptor >= 0 else { throw .last }
        mayWait = folder == nil && !Self.isOrdinary(descriptor)
    }

    /// What is at the end of this program's standard input.
    init(standardInput: Void) throws(SystemFault) {
        descriptor = dup(STDIN_FILENO)
        guard descriptor >= 0 else { throw .last }
        mayWait = !Self.isOrdinary(descriptor)
    }

    private static func isOrdinary(_ descriptor: CInt) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    deinit { close(descriptor) }

    /// Reads what there is, as much as there is room for; nothing at the end. Cancelling the task ends the wait
    /// for a pipe.
    borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(SystemFault) -> Int {
        while !Task.isCancelled {
            guard !mayWait || hasInput else { continue }
            let count = Self.systemRead(descriptor, room.baseAddress, room.count)
            if count >= 0 { return count }
            guard errno == EINTR || errno == EAGAIN else { throw .last }
            // A pipe stands where an ordinary file was found.
            if errno == EAGAIN { _ = hasInput }
        }
        throw SystemFault(code: ECANCELED)
    }

    /// Whether reading would return at once; waits a moment for it.
    private var hasInput: Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 50) > 0
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
