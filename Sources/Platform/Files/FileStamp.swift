/// The properties of a file that change together with its content, found without reading it.
package struct FileStamp: Hashable, Sendable {
    package let kind: Kind
    package let byteCount: Int
    /// The time of the last change of the content, in nanoseconds since 1970.
    package let modified: Int
    /// The time of the last change of the content, the name or the permissions, in nanoseconds since 1970.
    package let changed: Int
    /// The file's number on its disk.
    package let number: UInt64

    package enum Kind: Hashable, Sendable {
        case file, folder, link, other
    }

    package init(kind: Kind, byteCount: Int, modified: Int, changed: Int, number: UInt64) {
        self.kind = kind
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
        self.number = number
    }

    /// Reads the properties of the entry at a path; nil if there is none. Links are not followed.
    package init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            default: .other
            }
        byteCount = Int(status.st_size)
        number = UInt64(status.st_ino)
        #if canImport(Darwin)
            modified = status.st_mtimespec.nanoseconds
            changed = status.st_ctimespec.nanoseconds
        #else
            modified = status.st_mtim.nanoseconds
            changed = status.st_ctim.nanoseconds
        #endif
    }
}

extension timespec {
    fileprivate var nanoseconds: Int { tv_sec &* 1_000_000_000 &+ Int(tv_nsec) }
}
