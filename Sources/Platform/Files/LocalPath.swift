/// Information about the file or folder at a path.
package enum LocalPath {
    package enum Kind: Hashable {
        /// A file with a size in bytes.
        case file(Int)
        case folder
        case other
    }

    /// Returns the kind of the entry at a path. Links are not followed.
    package static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(Int(status.st_size))
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// Returns the existing files whose path is a stem followed by one of some endings.
    package static func files(_ stem: String, endings: [String]) -> [String] {
        var path = stem.utf8.map { CChar(bitPattern: $0) }
        let stemCount = path.count
        return endings.filter { ending in
            path.replaceSubrange(stemCount..., with: ending.utf8.lazy.map { CChar(bitPattern: $0) })
            path.append(0)
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        }.map { stem + $0 }
    }

    /// Indicates whether nothing exists at a path. An entry that is only inaccessible counts as existing.
    package static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Indicates whether this user may read the file.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns the path after all links have been resolved.
    package static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
