#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The files of a database on disk, whether it is open or not.
package struct DatabaseFile: Hashable, Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The path of the log.
    package var logPath: String { path + "-wal" }

    /// The path of the log's index, which all processes that have the database open share.
    package var logIndexPath: String { path + "-shm" }

    /// Indicates whether the file exists; also true if that cannot be determined.
    package var exists: Bool { access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR }

    /// The size of the file in bytes, without its log.
    package var byteCount: Int { Self.byteCount(of: path) }

    /// The size of the log in bytes.
    package var logByteCount: Int { Self.byteCount(of: logPath) }

    /// Creates an empty file that only its owner may use, if there is none; SQLite gives its log the same permissions.
    ///
    /// Never open an existing file in a process in which SQLite has it open: closing it would release SQLite's locks.
    func create() {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// The number (inode) of the file at the path; a different file has a different number.
    package var identity: UInt64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    /// Moves the database and its log away, so that a new one can take its place.
    ///
    /// This replaces an earlier file of that name: one is enough for examination, and each takes room.
    ///
    /// - Parameter name: The suffix of the new path.
    /// - Returns: The moved database; nil if it could not be moved.
    package func setAside(as name: String) -> DatabaseFile? {
        let aside = DatabaseFile("\(path).\(name)")
        // SQLite would take a log that remains for that of the new file.
        unlink(logIndexPath)
        if rename(logPath, aside.logPath) != 0 { unlink(aside.logPath) }
        return rename(path, aside.path) == 0 ? aside : nil
    }

    /// Moves the database away without replacing those moved earlier, since each may be valuable.
    ///
    /// - Parameter name: The suffix of the new path; a number follows it if the name is taken.
    /// - Returns: The moved database; nil if it could not be moved or there are too many already.
    package func setAsideKeepingOthers(as name: String) -> DatabaseFile? {
        let names = [name] + (2...Self.greatestAsideCount).map { "\(name)-\($0)" }
        return names.first { !DatabaseFile("\(path).\($0)").exists }.flatMap(setAside)
    }

    private static let greatestAsideCount = 9

    /// Creates the database if the file is missing or empty. It appears at its path only when it is complete, so other
    /// processes never see half of it, and only one process creates it.
    package func make(
        _ build: (inout Connection) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        if byteCount > 0 { return }
        try locked { () throws(DatabaseError) in
            if byteCount > 0 { return }
            let new = DatabaseFile(path + ".new")
            for leftover in [new.path, new.logPath, new.logIndexPath] { unlink(leftover) }
            try new.fill(build)
            guard new.logByteCount == 0 else { throw .full }
            guard rename(new.path, path) == 0 else { throw .unreachable }
        }
    }

    /// Builds the database; on return, the connection is closed and its log has been copied into the file.
    private func fill(_ build: (inout Connection) throws(DatabaseError) -> Void) throws(DatabaseError) {
        var connection = try Connection(path)
        try build(&connection)
    }

    /// Runs work that only one process may do at a time, such as creating the file or moving it.
    package func locked<Result: ~Copyable, Failure>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        // Closing the file releases the lock, as does the end of the process.
        defer { if descriptor >= 0 { close(descriptor) } }
        return try work()
    }

    private static func byteCount(of path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }
}

extension DatabaseFile {
    /// Opens the database for reading, even in a folder that is not writable.
    ///
    /// - Parameter open: Opens the database with the given access and reads something; only reading shows whether it
    ///   works.
    /// - Returns: The result of `open`.
    /// - Throws: The error of `open`.
    package func reading(
        _ open: (Connection.Access) throws(DatabaseError) -> Connection?
    ) throws(DatabaseError) -> Connection? {
        do throws(DatabaseError) {
            // Even a reader has to write the index of the log.
            return try open(.writing)
        } catch {
            let isForWantOfAnIndex = error == .unreachable || error == .readOnly
            guard isForWantOfAnIndex, logByteCount == 0, !isFolderWritable else { throw error }
            return try open(.unchanging)
        }
    }

    private var isFolderWritable: Bool {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        return access(folder, W_OK) == 0
    }
}
