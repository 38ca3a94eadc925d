#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The files of a database on disk, whether it is open or not.
package struct DatabaseFile: Hashable, Sendable {
    package let path: String

    package init(_ path: String) { self.path = path }

    /// The log beside it.
    package var logPath: String { path + "-wal" }

    /// The index of the log, shared by all who have it open.
    package var logIndexPath: String { path + "-shm" }

    /// Whether it is there. One whose folder may not be looked into is not said to be missing.
    package var exists: Bool { access(path, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR }

    /// How many bytes it takes, without its log.
    package var byteCount: Int { Self.byteCount(of: path) }

    /// How many bytes its log takes.
    package var logByteCount: Int { Self.byteCount(of: logPath) }

    /// Makes an empty file that is its owner's alone, if there is none; SQLite gives its log the same rights.
    ///
    /// A file that is there must not be opened beside SQLite: closing it again would take SQLite's locks away.
    func create() {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
    }

    /// Which file stands at the path: another one has another number.
    package var identity: UInt64? {
        var facts = stat()
        return stat(path, &facts) == 0 ? UInt64(facts.st_ino) : nil
    }

    /// Moves the database out of the way, log and all, so that a new one can take its place.
    ///
    /// What was moved there before is replaced: one is enough to look at, and it takes room.
    ///
    /// - Parameter name: What its path ends with from now on.
    /// - Returns: Where it is.
    package func setAside(as name: String) -> DatabaseFile? {
        let aside = DatabaseFile("\(path).\(name)")
        // SQLite would take a log that stays for that of the new file.
        unlink(logIndexPath)
        if rename(logPath, aside.logPath) != 0 { unlink(aside.logPath) }
        return rename(path, aside.path) == 0 ? aside : nil
    }

    /// Moves the database out of the way beside those that were moved there before, each of which may be of worth.
    ///
    /// - Parameter name: What its path ends with from now on, with a number behind it if that is taken.
    /// - Returns: Where it is; nil also where there are too many already.
    package func setAsideKeepingOthers(as name: String) -> DatabaseFile? {
        let names = [name] + (2...Self.greatestAsideCount).map { "\(name)-\($0)" }
        return names.first { !DatabaseFile("\(path).\($0)").exists }.flatMap(setAside)
    }

    private static let greatestAsideCount = 9

    /// Makes the database, if there is none or an empty file. It takes its place when it is whole, so that
    /// nobody ever sees half of it, and only one process makes it.
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

    /// The connection is gone when this returns, and has folded its log in.
    private func fill(_ build: (inout Connection) throws(DatabaseError) -> Void) throws(DatabaseError) {
        var connection = try Connection(path)
        try build(&connection)
    }

    /// Does something that only one process may do at a time, such as making the file or moving it.
    package func locked<Result: ~Copyable, Failure>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        while descriptor >= 0, flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        // Closing lets go of the lock, as does the end of the process.
        defer { if descriptor >= 0 { close(descriptor) } }
        return try work()
    }

    private static func byteCount(of path: String) -> Int {
        var facts = stat()
        return stat(path, &facts) == 0 ? Int(facts.st_size) : 0
    }
}

extension DatabaseFile {
    /// Opens it to be read, also in a folder that may not be written.
    ///
    /// - Parameter open: Opens it with some access, and reads something of it: only that shows whether it can be read.
    /// - Returns: What that gave.
    /// - Throws: What that threw.
    package func reading(
        _ open: (Connection.Access) throws(DatabaseError) -> Connection?
    ) throws(DatabaseError) -> Connection? {
        do throws(DatabaseError) {
            // The index of the log has to be written even to read.
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
