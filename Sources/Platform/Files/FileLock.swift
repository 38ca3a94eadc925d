#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An exclusive lock that one process at a time can have. It ends with this value, or with the process. The file remains.
package struct FileLock: ~Copyable, Sendable {
    private let descriptor: CInt

    /// Takes the lock; nil if another process has it.
    ///
    /// - Parameter path: The path of a file that is only locked. It is created if it is missing.
    /// - Throws: ``FileError`` if the file cannot be created.
    package init?(_ path: String) throws(FileError) {
        try LocalFolder.make(around: path, permissions: 0o700)
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw FileError.unwritable(path, .system(errno)) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            close(opened)
            return nil
        }
        descriptor = opened
    }

    deinit { close(descriptor) }
}
