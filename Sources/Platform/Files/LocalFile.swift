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
    ) throws(LocalFileFault) {
        // A pipe that nobody asked for would hold us until somebody writes.
        let file = try OpenFile(path, waits: pipes, followsLinks: followsLinks)
        guard pipes || file.isOrdinary else { throw .special(path) }
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
    package static func move(_ path: String, to other: String) throws(CannotWriteFile) {
        guard rename(path, other) == 0 else { throw CannotWriteFile(other, errno) }
    }

    /// Gives a file a name that nothing has.
    ///
    /// - Throws: ``CannotWriteFile``; where something has the name, it says so and stays as it is.
    package static func move(_ path: String, toFree name: String) throws(CannotWriteFile) {
        if renameUnlessTaken(path, name) { return }
        // Not every file system can look and move in one step; most of these can give a second name.
        guard [EINVAL, ENOSYS, ENOTSUP].contains(errno) else { throw CannotWriteFile(name, errno) }
        if link(path, name) == 0 { return remove(path) }
        guard errno != EEXIST, LocalPath.kind(name) == nil else { throw CannotWriteFile(name, EEXIST) }
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

/// Why a file cannot be read.
package enum LocalFileFault: Error, CustomStringConvertible {
    case system(String, CInt)
    case folder(String)
    case special(String)

    /// Whether what is to be read has yet to come.
    package var isTooEarly: Bool {
        if case .system(_, let code) = self { code == EAGAIN || code == EWOULDBLOCK } else { false }
    }

    package var isMissing: Bool {
        if case .system(_, ENOENT) = self { true } else { false }
    }

    /// The reason without the file's name.
    package var reason: String {
        switch self {
        case .system(_, let code): String(cString: strerror(code)).lowercased()
        case .folder: "it is a folder"
        case .special: "it is not an ordinary file"
        }
    }

    package var description: String {
        switch self {
        case .system(let path, _), .folder(let path), .special(let path):
            "\(path) cannot be read: \(reason)."
        }
    }
}
