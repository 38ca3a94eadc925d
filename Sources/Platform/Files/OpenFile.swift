internal import Dispatch

/// A file that is open for reading, and is closed when its last reference is released.
package final class OpenFile: Sendable {
    /// Indicates whether the file is neither a pipe nor a device.
    package let isOrdinary: Bool
    /// The size of the file when it was opened.
    package let byteCount: Int
    let permissions: Int
    let path: String
    let descriptor: CInt
    private let waits: Bool

    /// Opens a file, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - waits: True if opening and reading a pipe waits until another process writes to it.
    ///   - followsLinks: True to follow a link; otherwise a link cannot be opened.
    /// - Throws: ``FileError``, also for a folder.
    package init(
        _ path: String, waits: Bool = false, followsLinks: Bool = true
    ) throws(FileError) {
        let manner = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK) | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, manner)
        guard descriptor >= 0 else { throw .unreadable(path, .system(errno)) }
        var status = stat()
        let fault: FileError? =
            fstat(descriptor, &status) != 0
            ? .unreadable(path, .system(errno))
            : status.st_mode & S_IFMT == S_IFDIR ? .unreadable(path, .isFolder) : nil
        if let fault {
            close(descriptor)
            throw fault
        }
        isOrdinary = status.st_mode & S_IFMT == S_IFREG
        byteCount = Int(status.st_size)
        permissions = Int(status.st_mode & 0o7777)
        self.path = path
        self.descriptor = descriptor
        self.waits = waits
    }

    deinit { close(descriptor) }

    /// Reads the next bytes; returns an empty array at the end.
    package func read(upTo limit: Int = 64 * 1024) throws(FileError) -> [UInt8] {
        guard let bytes = Descriptor.read(descriptor, upTo: limit, waits: waits) else {
            throw .unreadable(path, .system(errno))
        }
        return bytes
    }

    /// Reads the bytes at a position, as many as the system returns in one call; returns an empty array after the end.
    package func read(from place: Int, upTo limit: Int) throws(FileError) -> [UInt8] {
        guard let bytes = Descriptor.read(descriptor, from: place, upTo: limit) else {
            throw .unreadable(path, .system(errno))
        }
        return bytes
    }

    /// Waits until the whole content is on the disk.
    package func settle() throws(FileError) {
        guard fsync(descriptor) == 0 else { throw FileError.unwritable(path, .system(errno)) }
    }
}

extension OpenFile {
    /// Waits until reading would return at once, or until the task is cancelled.
    ///
    /// - Throws: ``FileError`` if this program has no free descriptors for the wait.
    package func waitForInput() async throws(FileError) {
        guard !hasInput else { return }
        let wait = try InputWait(self)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The wait has its own thread, because tasks share a small number of threads.
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

/// A wait until a file has input.
private final class InputWait: Sendable {
    private let file: OpenFile
    /// Two connected sockets. Shutting down one of them ends the wait, even if that happens before the wait begins.
    private let (here, there): (CInt, CInt)

    init(_ file: OpenFile) throws(FileError) {
        var ends: [CInt] = [-1, -1]
        guard Self.connect(&ends) == 0 else { throw .unreadable(file.path, .system(errno)) }
        self.file = file
        (here, there) = (ends[0], ends[1])
    }

    deinit {
        close(here)
        close(there)
    }

    /// Returns when the file has input, or when the wait is cancelled.
    func run() {
        var places = [file.descriptor, there].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while poll(&places, nfds_t(places.count), -1) < 0, errno == EINTR {}
    }

    func giveUp() { shutdown(here, CInt(SHUT_WR)) }

    #if canImport(Darwin)
        // Programs that this process starts inherit only the descriptors that they are given.
        private static func connect(_ ends: inout [CInt]) -> CInt {
            socketpair(AF_UNIX, SOCK_STREAM, 0, &ends)
        }
    #else
        private static func connect(_ ends: inout [CInt]) -> CInt {
            socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        }
    #endif
}
