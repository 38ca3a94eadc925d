#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension LocalPath {
    /// Whether nothing is there any more, where something was. What only cannot be reached is not gone.
    package static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }
}
