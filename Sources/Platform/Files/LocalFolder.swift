/// What is in a folder, making one, and removing it.
package enum LocalFolder {
    /// The names of what is there, in order; none where there is no such folder, or it cannot be read.
    package static func names(in path: String, atMost limit: Int = .max) -> [String] {
        entries(in: path, atMost: limit)?.map(\.name) ?? []
    }

    /// Something that is there.
    package struct Entry: Hashable, Sendable {
        package let name: String
        /// Whether it is a folder, or the system does not say what it is.
        package let mayBeFolder: Bool
    }

    /// What is there, in the order of the names; nil where that cannot be read.
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

    /// Makes a folder and those around it, where they are missing.
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

    /// Makes the folder that a file goes to.
    package static func make(around file: String, permissions: Int) throws(FileError) {
        if let slash = file.lastIndex(of: "/"), slash > file.startIndex {
            try make(String(file[..<slash]), permissions: permissions)
        }
    }

    /// Removes a folder with all that is in it, as far as that can be. Links are removed, not followed.
    package static func remove(_ path: String) {
        for name in names(in: path) {
            let entry = "\(path)/\(name)"
            if LocalPath.kind(entry) == .folder { remove(entry) } else { LocalFile.remove(entry) }
        }
        rmdir(path)
    }

    /// Sees that a folder is there that may be written to, or could be made, as far as that can be told without making
    /// anything.
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

    /// Sees that a file can be made in a folder.
    package static func checkWritable(_ path: String) throws(FileError) {
        let name = "\(path)/.forage\(LocalFile.unusedEnding)"
        let descriptor = LocalFile.create(name, 0o600, isOwn: true)
        guard descriptor >= 0 else { throw FileError.unwritable(path, .system(errno)) }
        close(descriptor)
        LocalFile.remove(name)
    }
}

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
    /// - Throws: ``FileError``
    package init(in place: String, named name: String) throws(FileError) {
        // Another process may come in the moment before it is held, and take it for abandoned.
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
