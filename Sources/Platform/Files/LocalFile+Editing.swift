#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension LocalFile {
    /// Reads a file and puts what is made of it in its place. Of several programs that edit it at once, each changes
    /// what the one before it wrote. Its folder is made where it is missing.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes that it may have.
    ///   - permissions: Those of a file that is not there yet, less what the person's mask takes from them.
    ///   - isPrecious: Whether the new bytes must be on the disk before the old ones go, which takes milliseconds.
    ///   - change: Makes the new bytes of the old ones; none stand for a file that is not there yet.
    /// - Throws: ``LocalFileFault`` or ``CannotWriteFile``, or what the change throws; the file is then as it was.
    package static func edit(
        _ path: String, upTo limit: Int, permissions: Int = 0o644, isPrecious: Bool = true,
        _ change: ([UInt8]) throws -> [UInt8]
    ) throws {
        let (target, _) = try destination(of: path)
        try LocalFolder.make(around: target, permissions: 0o700)
        try holdingFolder(of: target) {
            let old: [UInt8]
            do throws(LocalFileFault) {
                let file = try LocalFile(path, upTo: limit, pipes: false)
                guard file.isWhole else { throw LocalFileFault.system(path, EFBIG) }
                old = file.bytes
            } catch {
                guard error.isMissing else { throw error }
                old = []
            }
            try replace(path, with: try change(old), permissions: permissions, isPrecious: isPrecious)
        }
    }

    /// Waits for its turn. The folder is held, since the file itself is another one after each edit. Where it may not be
    /// read, or the file system cannot hold anything, as over some networks, it goes on without.
    private static func holdingFolder(of path: String, _ work: () throws -> Void) throws {
        let folder = folder(of: path)
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try work() }
        defer { close(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard .now < end else { throw CannotWriteFile(heldByOther: path) }
            usleep(10_000)
        }
        try work()
    }

    /// An edit takes milliseconds, so somebody holds it for another reason.
    private static let patience = Duration.seconds(5)
}
