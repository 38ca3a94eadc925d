#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A folder kept open, so that the system does not walk its path anew to each file in it.
package final class OpenFolder: Sendable {
    private let path: FilePath
    private let descriptor: CInt

    /// Opens a folder; where that cannot be done, no file in it can be opened either.
    package init(_ path: FilePath) {
        self.path = path
        descriptor = path.withCString { openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens a file that was found in it; what the system answers.
    func open(_ file: FilePath, _ flags: CInt) -> CInt {
        file.withCString(below: path) { openat(descriptor, $0, flags) }
    }
}
