#if canImport(Darwin)
    internal import Darwin
#else
    internal import CRename
    internal import Glibc
#endif

/// The content of a file that was read, and its permissions.
package struct LocalFile {
    package let bytes: [UInt8]
    /// Indicates whether the bytes are the whole file, or only the part up to the limit.
    package let isWhole: Bool
    package let permissions: Int

    /// Reads a regular file, or a pipe if that is permitted, up to a limit.
    package init(
        _ path: String, upTo limit: Int, pipes: Bool = true, followsLinks: Bool = true
    ) throws(FileError) {
        // Opening an unexpected pipe would wait until another process writes to it.
        let file = try OpenFile(path, waits: pipes, followsLinks: followsLinks)
        guard pipes || file.isOrdinary else { throw .unreadable(path, .isNoOrdinaryFile) }
        permissions = file.permissions
        var read: [UInt8] = []
        while read.count <= limit {
            let piece = try file.read(upTo: min(64 * 1024, limit + 1 - read.count))
            if piece.isEmpty { break }
            read += piece
        }
        bytes = Array(read.prefix(limit))
        isWhole = read.count <= limit
    }

    /// Renames a file or folder, and replaces a file that already has the new name.
    package static func move(_ path: String, to other: String) throws(FileError) {
        guard rename(path, other) == 0 else { throw FileError.unwritable(other, .system(errno)) }
    }

    /// Renames a file if the new name is not in use.
    ///
    /// - Throws: ``FileError``. If the name is in use, nothing is changed.
    package static func move(_ path: String, toFree name: String) throws(FileError) {
        if renameUnlessTaken(path, name) { return }
        // Some file systems cannot check and rename in one step. Most of these support hard links.
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else {
            throw FileError.unwritable(name, .system(errno))
        }
        if link(path, name) == 0 { return remove(path) }
        guard errno != EEXIST, LocalPath.kind(name) == nil else {
            throw FileError.unwritable(name, .system(EEXIST))
        }
        try move(path, to: name)
    }

    private static func renameUnlessTaken(_ path: String, _ name: String) -> Bool {
        #if canImport(Darwin)
            renamex_np(path, name, UInt32(RENAME_EXCL)) == 0
        #else
            renameat2(AT_FDCWD, path, AT_FDCWD, name, rename_noreplace) == 0
        #endif
    }

    /// Removes a file if it exists.
    package static func remove(_ path: String) { unlink(path) }
}

extension LocalFile {
    /// Replaces the content of a file completely, or not at all.
    ///
    /// An existing file keeps its permissions, and is not changed if it is read-only. Symbolic links are followed.
    /// Missing folders are created with access only for the user.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: The new content.
    ///   - permissions: The permissions of a new file, restricted by the user's mask.
    ///   - isPrecious: True if the new bytes must be on the disk before the old ones are removed, which takes
    ///     milliseconds.
    ///   - ending: A suffix for the name of the temporary file, if no other process writes the file. If the program is
    ///     killed, at most one such file remains, and the next call reuses it.
    /// - Throws: ``FileError``; the file is then unchanged.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: Int = 0o644, isPrecious: Bool = true,
        by ending: String? = nil
    ) throws(FileError) {
        let (target, old) = try destination(of: path)
        // Replacing a file requires only permission for its folder, so the file's own permission is checked here.
        if let old, old.st_mode & 0o222 == 0 { throw FileError.unwritable(path, .isReadOnly) }
        let name = target + (ending ?? unusedEnding)
        var descriptor = create(name, permissions, isOwn: ending == nil)
        if descriptor < 0, errno == ENOENT {
            try LocalFolder.make(around: target, permissions: 0o700)
            descriptor = create(name, permissions, isOwn: ending == nil)
        }
        guard descriptor >= 0 else { throw FileError.unwritable(path, .system(errno)) }
        let isWritten =
            Descriptor.write(bytes, to: descriptor) && keepOwner(of: old, descriptor)
            && (!isPrecious || fsync(descriptor) == 0)
        guard isWritten, rename(name, target) == 0 else {
            let code = errno
            close(descriptor)
            unlink(name)
            throw FileError.unwritable(path, .system(code))
        }
        close(descriptor)
    }

    /// Creates a file with these bytes, unless it exists. If several programs create it at the same time, one succeeds,
    /// and no program ever reads a part of it.
    package static func make(
        _ path: String, with bytes: [UInt8], permissions: Int
    ) throws(FileError) {
        try LocalFolder.make(around: path, permissions: 0o700)
        let name = path + unusedEnding
        let descriptor = create(name, permissions, isOwn: true)
        guard descriptor >= 0 else { throw FileError.unwritable(path, .system(errno)) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let isWritten = Descriptor.write(bytes, to: descriptor) && fsync(descriptor) == 0
        guard isWritten, link(name, path) == 0 || errno == EEXIST else {
            throw FileError.unwritable(path, .system(errno))
        }
    }

    /// A random suffix that makes a file name unique.
    static var unusedEnding: String { ".\(String(UInt64.random(in: 0...(.max)), radix: 36))" }

    /// Opens a new file for writing. If it must be exclusive, it must not exist yet.
    static func create(_ path: String, _ permissions: Int, isOwn: Bool) -> CInt {
        let manner = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isOwn ? O_EXCL : O_TRUNC)
        return open(path, manner, mode_t(permissions))
    }

    /// Returns the target of a chain of links and its status; the status is nil if the target does not exist.
    static func destination(of path: String) throws(FileError) -> (String, stat?) {
        var target = path
        for _ in 0..<40 {
            var status = stat()
            guard lstat(target, &status) == 0 else { return (target, nil) }
            guard status.st_mode & S_IFMT == S_IFLNK else { return (target, status) }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &buffer, buffer.count)
            guard count > 0 else { throw FileError.unwritable(path, .system(errno)) }
            let link = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            target = link.hasPrefix("/") ? link : folder(of: target) + link
        }
        throw FileError.unwritable(path, .system(ELOOP))
    }

    /// Returns the part of a path up to its last slash.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Gives the new file the owner and permissions of the file that it replaces. Only root may change the owner, so
    /// failure to change it is ignored.
    private static func keepOwner(of old: stat?, _ descriptor: CInt) -> Bool {
        guard let old else { return true }
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }
}

extension LocalFile {
    /// Reads a file and replaces it with a changed version. If several programs edit it at the same time, each of them
    /// changes the previous result. Missing folders are created.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - limit: The maximum size of the file in bytes.
    ///   - permissions: The permissions of a new file, restricted by the user's mask.
    ///   - isPrecious: True if the new bytes must be on the disk before the old ones are removed, which takes
    ///     milliseconds.
    ///   - change: Returns the new bytes for the old ones, which are empty if the file does not exist.
    /// - Throws: ``FileError``, or the error of `change`; the file is then unchanged.
    package static func edit(
        _ path: String, upTo limit: Int, permissions: Int = 0o644, isPrecious: Bool = true,
        _ change: ([UInt8]) throws -> [UInt8]
    ) throws {
        let (target, _) = try destination(of: path)
        try LocalFolder.make(around: target, permissions: 0o700)
        try holdingFolder(of: target) {
            let old: [UInt8]
            do throws(FileError) {
                let file = try LocalFile(path, upTo: limit, pipes: false)
                guard file.isWhole else { throw FileError.unreadable(path, .system(EFBIG)) }
                old = file.bytes
            } catch {
                guard error.isMissing else { throw error }
                old = []
            }
            try replace(path, with: try change(old), permissions: permissions, isPrecious: isPrecious)
        }
    }

    /// Runs work while it holds a lock on the folder. The file itself cannot be locked, because each edit replaces it.
    /// If the folder is unreadable or the file system has no locks, as on some networks, the work runs without a lock.
    private static func holdingFolder(of path: String, _ work: () throws -> Void) throws {
        let folder = folder(of: path)
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try work() }
        defer { close(descriptor) }
        let end = ContinuousClock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno) {
            guard .now < end else { throw FileError.unwritable(path, .isHeldByOther) }
            usleep(10_000)
        }
        try work()
    }

    /// The maximum time to wait for the lock. An edit takes milliseconds, so a longer wait has another cause.
    private static let patience = Duration.seconds(5)
}
