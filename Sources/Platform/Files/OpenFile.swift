#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file that is open for reading, and closed with the last who holds it.
package final class OpenFile: Sendable {
    /// Whether it is neither a pipe nor a device.
    package let isOrdinary: Bool
    /// How long it was when it was opened.
    package let byteCount: Int
    let permissions: Int
    let path: String
    let descriptor: CInt
    private let waits: Bool

    /// Opens a file, or standard input for `-`.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - waits: Whether opening a pipe, and reading from it, waits until somebody writes.
    ///   - followsLinks: Whether a link leads to what it names. Otherwise it cannot be opened.
    /// - Throws: ``LocalFileFault``, also for a folder.
    package init(
        _ path: String, waits: Bool = false, followsLinks: Bool = true
    ) throws(LocalFileFault) {
        let manner = O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK) | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, manner)
        guard descriptor >= 0 else { throw .system(path, errno) }
        var status = stat()
        let fault: LocalFileFault? =
            fstat(descriptor, &status) != 0
            ? .system(path, errno) : status.st_mode & S_IFMT == S_IFDIR ? .folder(path) : nil
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

    /// The next bytes; none at the end.
    package func read(upTo limit: Int = 64 * 1024) throws(LocalFileFault) -> [UInt8] {
        guard let bytes = Descriptor.read(descriptor, upTo: limit, waits: waits) else {
            throw .system(path, errno)
        }
        return bytes
    }

    /// The bytes from a place on, as many as the system hands over at once; none behind the end.
    package func read(from place: Int, upTo limit: Int) throws(LocalFileFault) -> [UInt8] {
        guard let bytes = Descriptor.read(descriptor, from: place, upTo: limit) else {
            throw .system(path, errno)
        }
        return bytes
    }

    /// Waits until all of it is on the disk.
    package func settle() throws(CannotWriteFile) {
        guard fsync(descriptor) == 0 else { throw CannotWriteFile(path, errno) }
    }
}
