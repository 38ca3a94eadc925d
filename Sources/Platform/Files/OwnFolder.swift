#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A folder for what passes, into which nobody else can see or put anything.
///
/// It goes with whoever holds it last. Where the process was killed, the next one finds that nobody holds it any more.
package final class OwnFolder: Sendable {
    package let path: String
    private let descriptor: CInt

    /// Makes one.
    ///
    /// - Parameters:
    ///   - place: The folder in which it is to be.
    ///   - name: What its name begins with.
    /// - Throws: ``CannotWriteFile``
    package init(in place: String, named name: String) throws(CannotWriteFile) {
        // Another process may come in the moment before it is held, and take it for abandoned.
        for _ in 0..<10 {
            let path = "\(place)/\(name)\(LocalFile.unusedEnding)"
            try LocalFolder.make(path, permissions: 0o700)
            guard let descriptor = Self.hold(path) else { continue }
            self.path = path
            self.descriptor = descriptor
            return
        }
        throw CannotWriteFile(place, EBUSY)
    }

    deinit {
        LocalFolder.remove(path)
        close(descriptor)
    }

    /// Removes this person's folders of a name that nobody holds any more.
    package static func removeAbandoned(in place: String, named name: String) {
        for entry in LocalFolder.names(in: place) where entry.hasPrefix(name + ".") {
            let path = "\(place)/\(entry)"
            guard let descriptor = hold(path) else { continue }
            LocalFolder.remove(path)
            close(descriptor)
        }
    }

    /// Nil where it is no folder, another person's, or held.
    private static func hold(_ path: String) -> CInt? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var (held, there) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, held.st_uid == geteuid(),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            lstat(path, &there) == 0, there.st_dev == held.st_dev, there.st_ino == held.st_ino
        else {
            close(descriptor)
            return nil
        }
        return descriptor
    }
}
