/// What a path leads to.
package enum LocalPath {
    package enum Kind: Hashable {
        /// A file of so many bytes.
        case file(Int)
        case folder
        case other
    }

    /// What is there; a link is not followed.
    package static func kind(_ path: String) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file(Int(status.st_size))
        case S_IFDIR: .folder
        default: .other
        }
    }

    /// The files that are there under a name with one of some endings behind it.
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

    /// Whether nothing is there any more, where something was. What only cannot be reached is not gone.
    package static func isGone(_ path: String) -> Bool { access(path, F_OK) != 0 && errno == ENOENT }

    /// Whether this person may read what is there.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Where it leads when every link is followed.
    package static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
