#if canImport(Darwin)
    internal import Darwin
#else
    internal import CRename
    internal import Glibc
#endif

/// A file that was read: its bytes and who else may read it.
package struct LocalFile {
    package let bytes: [UInt8]
    /// Whether that is all of it, or only as much as was asked for.
    package let isWhole: Bool
    package let permissions: Int

    /// Reads an ordinary file, or a pipe where that is welcome, up to a limit.
    package init(
        _ path: String, upTo limit: Int, pipes: Bool = true, followsLinks: Bool = true
    ) throws(FileError) {
        // A pipe that nobody asked for would hold us until somebody writes.
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

    /// Gives a file or a folder another name, in the place of a file of that name.
    package static func move(_ path: String, to other: String) throws(FileError) {
        guard rename(path, other) == 0 else { throw FileError.unwritable(other, .system(errno)) }
    }

    /// Gives a file a name that nothing has.
    ///
    /// - Throws: ``FileError``; where something has the name, it says so and stays as it is.
    package static func move(_ path: String, toFree name: String) throws(FileError) {
        if renameUnlessTaken(path, name) { return }
        // Not every file system can look and move in one step; most of these can give a second name.
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

    /// Removes a file, if it is there.
    package static func remove(_ path: String) { unlink(path) }
}

extension LocalFile {
    /// Puts bytes in a file's place, whole or not at all.
    ///
    /// A file that is there keeps its permissions, and stays where they let nobody write it; a link keeps leading to
    /// it. Folders that are missing are made, for the person alone.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - bytes: What is to stand in it.
    ///   - permissions: Those of a file that is not there yet, less what the person's mask takes from them.
    ///   - isPrecious: Whether the bytes must be on the disk before the old ones go, which takes milliseconds.
    ///   - ending: What stands behind the file's name until the bytes are whole, where nobody else writes the file
    ///     meanwhile. Then a program that is killed leaves one file at most, which the next one takes.
    /// - Throws: ``FileError``; the file is then as it was.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: Int = 0o644, isPrecious: Bool = true,
        by ending: String? = nil
    ) throws(FileError) {
        let (target, old) = try destination(of: path)
        // Putting another in its place asks nobody but the folder.
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

    /// Makes a file with these bytes, unless there is one; then it stays as it is. Of several programs that make it at
    /// once one does, and nobody ever reads a part of it.
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

    /// What no other file's name ends with.
    static var unusedEnding: String { ".\(String(UInt64.random(in: 0...(.max)), radix: 36))" }

    /// Opens a new file for writing; one that is nobody else's must not be there yet.
    static func create(_ path: String, _ permissions: Int, isOwn: Bool) -> CInt {
        let manner = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isOwn ? O_EXCL : O_TRUNC)
        return open(path, manner, mode_t(permissions))
    }

    /// Where a chain of links leads, and what is there; nil where that is nothing yet.
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

    /// The part of a path up to its last slash.
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }

    /// Gives the new file the owner and permissions of the one in whose place it comes. Only root may give a file
    /// away, so the owner is not insisted on.
    private static func keepOwner(of old: stat?, _ descriptor: CInt) -> Bool {
        guard let old else { return true }
        _ = fchown(descriptor, old.st_uid, old.st_gid)
        return fchmod(descriptor, old.st_mode & 0o7777) == 0
    }
}

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
    /// - Throws: ``FileError``, or what the change throws; the file is then as it was.
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

    /// Waits for its turn. The folder is held, since the file itself is another one after each edit. Where it may not be
    /// read, or the file system cannot hold anything, as over some networks, it goes on without.
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

    /// An edit takes milliseconds, so somebody holds it for another reason.
    private static let patience = Duration.seconds(5)
}
