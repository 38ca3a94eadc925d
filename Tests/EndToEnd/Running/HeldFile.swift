#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An exclusive lock of this process on a whole file, for the lifetime of this value.
struct HeldFile: ~Copyable {
    private let descriptor: Int32

    struct CannotHold: Error {}

    init(_ path: String) throws {
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        guard descriptor >= 0, fcntl(descriptor, F_SETLK, &lock) == 0 else { throw CannotHold() }
    }

    deinit { close(descriptor) }
}
