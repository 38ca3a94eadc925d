/// Lists, creates and removes folders.
package enum LocalFolder {
    /// Returns the sorted names in a folder; an empty array if the folder cannot be read.
    package static func names(in path: String, atMost limit: Int = .max) -> [String] {
        entries(in: path, atMost: limit)?.map(\.name) ?? []
    }

    /// An entry of a folder.
    package struct Entry: Hashable, Sendable {
        package let name: String
        /// Indicates whether the entry is a folder, or its type is unknown.
        package let mayBeFolder: Bool
    }

    /// Returns the entries of a folder, sorted by name; nil if the folder cannot be read.
    package static func entries(in path: String, atMost limit: Int = .max) -> [Entry]? {
        guard let folder = opendir(path) else { return nil }
        defer { closedir(folder) }
        var entries: [Entry] = []
        while entries.count < limit, let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            let type = Int(entry.pointee.d_type)
            entries.append(Entry(name: name, mayBeFolder: type == Int(DT_DIR) || type == Int(DT_UNKNOWN)))
        }
        return entries.sorted { $0.name < $1.name }
    }

    /// Creates a folder and its missing parent folders.
    package static func make(_ path: String, permissions: Int) throws(FileError) {
        if mkdir(path, mode_t(permissions)) == 0 || errno == EEXIST { return }
        let code = errno
        guard code == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
            throw FileError.unwritable(path, .system(code))
        }
        try make(String(path[..<slash]), permissions: permissions)
        guard mkdir(path, mode_t(permissions)) == 0 || errno == EEXIST else {
            throw FileError.unwritable(path, .system(errno))
        }
    }

    /// Creates the folder that will contain a file.
    package static func make(around file: String, permissions: Int) throws(FileError) {
        if let slash = file.lastIndex(of: "/"), slash > file.startIndex {
            try make(String(file[..<slash]), permissions: permissions)
        }
    }

    /// Removes a folder with its content, as far as possible. Links are removed, not followed.
    package static func remove(_ path: String) {
        for name in names(in: path) {
            let entry = "\(path)/\(name)"
            if LocalPath.kind(entry) == .folder { remove(entry) } else { LocalFile.remove(entry) }
        }
        rmdir(path)
    }

    /// Checks without changes that a folder exists and is writable, or could be created.
    package static func checkMakable(_ path: String) throws(FileError) {
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else {
                throw FileError.unwritable(path, .system(ENOTDIR))
            }
            guard access(path, W_OK | X_OK) == 0 else { throw FileError.unwritable(path, .system(errno)) }
            return
        }
        guard errno == ENOENT else { throw FileError.unwritable(path, .system(errno)) }
        guard let slash = path.lastIndex(of: "/") else { return try checkMakable(".") }
        try checkMakable(slash == path.startIndex ? "/" : String(path[..<slash]))
    }

    /// Checks that a file can be created in a folder.
    package static func checkWritable(_ path: String) throws(FileError) {
        let name = "\(path)/.forage\(LocalFile.unusedEnding)"
        let descriptor = LocalFile.create(name, 0o600, isOwn: true)
        guard descriptor >= 0 else { throw FileError.unwritable(path, .system(errno)) }
        close(descriptor)
        LocalFile.remove(name)
    }
}

/// A temporary folder to which only this user has access.
///
/// The folder is removed when the last reference to it is released. If the process is killed, a later process finds
/// that the folder is no longer locked, and removes it.
package final class OwnFolder: Sendable {
    package let path: String
    private let descriptor: CInt

    /// Creates a temporary folder.
    ///
    /// - Parameters:
    ///   - place: The parent folder.
    ///   - name: The prefix of the folder's name.
    /// - Throws: ``FileError``
    package init(in place: String, named name: String) throws(FileError) {
        // Before the folder is locked, another process may regard it as abandoned and remove it.
        for _ in 0..<10 {
            let path = "\(place)/\(name)\(LocalFile.unusedEnding)"
            try LocalFolder.make(path, permissions: 0o700)
            guard let descriptor = Self.hold(path) else { continue }
            self.path = path
            self.descriptor = descriptor
            return
        }
        throw FileError.unwritable(place, .system(EBUSY))
    }

    deinit {
        LocalFolder.remove(path)
        close(descriptor)
    }

    /// Removes this user's folders with a name prefix that no process has locked.
    package static func removeAbandoned(in place: String, named name: String) {
        for entry in LocalFolder.names(in: place) where entry.hasPrefix(name + ".") {
            let path = "\(place)/\(entry)"
            guard let descriptor = hold(path) else { continue }
            LocalFolder.remove(path)
            close(descriptor)
        }
    }

    /// Locks a folder. Returns nil if it is not a folder, belongs to another user or is already locked.
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
