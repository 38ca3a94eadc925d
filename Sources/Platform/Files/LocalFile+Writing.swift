#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

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
    /// - Throws: ``CannotWriteFile``; the file is then as it was.
    package static func replace(
        _ path: String, with bytes: [UInt8], permissions: Int = 0o644, isPrecious: Bool = true,
        by ending: String? = nil
    ) throws(CannotWriteFile) {
        let (target, old) = try destination(of: path)
        // Putting another in its place asks nobody but the folder.
        if let old, old.st_mode & 0o222 == 0 { throw CannotWriteFile(readOnly: path) }
        let name = target + (ending ?? unusedEnding)
        var descriptor = create(name, permissions, isOwn: ending == nil)
        if descriptor < 0, errno == ENOENT {
            try LocalFolder.make(around: target, permissions: 0o700)
            descriptor = create(name, permissions, isOwn: ending == nil)
        }
        guard descriptor >= 0 else { throw CannotWriteFile(path, errno) }
        let isWritten =
            Descriptor.write(bytes, to: descriptor) && keepOwner(of: old, descriptor)
            && (!isPrecious || fsync(descriptor) == 0)
        guard isWritten, rename(name, target) == 0 else {
            let code = errno
            close(descriptor)
            unlink(name)
            throw CannotWriteFile(path, code)
        }
        close(descriptor)
    }

    /// Makes a file with these bytes, unless there is one; then it stays as it is. Of several programs that make it at
    /// once one does, and nobody ever reads a part of it.
    package static func make(
        _ path: String, with bytes: [UInt8], permissions: Int
    ) throws(CannotWriteFile) {
        try LocalFolder.make(around: path, permissions: 0o700)
        let name = path + unusedEnding
        let descriptor = create(name, permissions, isOwn: true)
        guard descriptor >= 0 else { throw CannotWriteFile(path, errno) }
        defer {
            close(descriptor)
            unlink(name)
        }
        let isWritten = Descriptor.write(bytes, to: descriptor) && fsync(descriptor) == 0
        guard isWritten, link(name, path) == 0 || errno == EEXIST else { throw CannotWriteFile(path, errno) }
    }

    /// What no other file's name ends with.
    static var unusedEnding: String { ".\(String(UInt64.random(in: 0...(.max)), radix: 36))" }

    /// Opens a new file for writing; one that is nobody else's must not be there yet.
    static func create(_ path: String, _ permissions: Int, isOwn: Bool) -> CInt {
        let manner = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (isOwn ? O_EXCL : O_TRUNC)
        return open(path, manner, mode_t(permissions))
    }

    /// Where a chain of links leads, and what is there; nil where that is nothing yet.
    static func destination(of path: String) throws(CannotWriteFile) -> (String, stat?) {
        var target = path
        for _ in 0..<40 {
            var status = stat()
            guard lstat(target, &status) == 0 else { return (target, nil) }
            guard status.st_mode & S_IFMT == S_IFLNK else { return (target, status) }
            var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &buffer, buffer.count)
            guard count > 0 else { throw CannotWriteFile(path, errno) }
            let link = String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
            target = link.hasPrefix("/") ? link : folder(of: target) + link
        }
        throw CannotWriteFile(path, ELOOP)
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
