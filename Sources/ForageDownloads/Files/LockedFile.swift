internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A file that one program at a time has open and locked. It is unlocked with its last holder.
struct LockedFile: ~Copyable {
    let descriptor: CInt
    /// The length of the file when it was opened.
    let byteCount: Int

    /// Opens or creates a file. If it was renamed or removed during locking, or its folder is missing, tries again.
    ///
    /// - Throws: ``DownloadError/busy`` if another program has it locked, ``DownloadError/taken(_:)`` if its name
    ///   belongs to something other than a file: a link would lead elsewhere, and a pipe would pass the bytes to its
    ///   reader.
    init(_ path: String) throws(DownloadError) {
        for attempt in 0..<10 {
            switch LocalPath.kind(path) {
            case .folder, .other: throw .taken(path)
            case .file, nil: break
            }
            let descriptor = system_open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            if descriptor < 0 {
                let code = errno
                guard code == ENOENT, attempt == 0 else {
                    throw DownloadError(FileError.unwritable(path, .system(code)))
                }
                do throws(FileError) {
                    try LocalFolder.make(around: path, permissions: DownloadFolder.folderPermissions)
                } catch {
                    throw DownloadError(error)
                }
                continue
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let code = errno
                close(descriptor)
                throw code == EWOULDBLOCK ? .busy : DownloadError(FileError.unwritable(path, .system(code)))
            }
            if let byteCount = Self.byteCount(descriptor, ifStillAt: path) {
                self.descriptor = descriptor
                self.byteCount = byteCount
                return
            }
            close(descriptor)
        }
        throw .busy
    }

    deinit { close(descriptor) }

    /// The current length; nil if the file no longer has its name.
    func byteCount(ifStillAt path: String) -> Int? { Self.byteCount(descriptor, ifStillAt: path) }

    private static func byteCount(_ descriptor: CInt, ifStillAt path: String) -> Int? {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, lstat(path, &named) == 0,
            opened.st_ino == named.st_ino, opened.st_dev == named.st_dev, named.st_mode & S_IFMT == S_IFREG
        else { return nil }
        return Int(opened.st_size)
    }
}

private func system_open(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }
