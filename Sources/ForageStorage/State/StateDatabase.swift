internal import Database
internal import Platform
internal import Synchronization

/// A database of persistent state, which is opened at its first use. If it cannot be used, this is reported once, and
/// the database is left unchanged.
final class StateDatabase: Sendable {
    private let file: StateFile
    private let lament: String
    private let warn: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var database: Connection?
        var fault: DatabaseError?
    }

    /// - Parameters:
    ///   - file: The file.
    ///   - lament: The consequence of a failure, for the warning.
    ///   - warn: Receives a warning if the database cannot be used or had to be moved; it may use this database itself.
    init(_ file: StateFile, lament: String, warn: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.lament = lament
        self.warn = warn
    }

    /// Indicates whether the file exists.
    var exists: Bool { file.exists }

    /// The reason why the database can no longer be used.
    var fault: DatabaseError? { state.withLock { $0.fault } }

    /// Runs work on the database.
    ///
    /// - Parameters:
    ///   - ifBusy: The result if another program holds the database for too long; nil to report that and stop using it.
    ///   - work: The work.
    /// - Returns: The result of `work`; nil if the database cannot be used.
    func use<Result: Sendable>(
        ifBusy: Result?, _ work: (inout Connection) throws(DatabaseError) -> Result
    ) -> Result? {
        var news: [String] = []
        let result = state.withLock { state -> Result? in
            guard state.fault == nil else { return nil }
            do throws(DatabaseError) {
                return try use(&state.database, &news, work)
            } catch {
                if error == .busy, let ifBusy { return ifBusy }
                state.fault = error
                let reason = error.obstacle(in: file.folder)?.description ?? error.description
                news.append("\(reason) \(error == .busy ? "Try again when that process has ended." : lament)")
                return nil
            }
        }
        news.forEach(warn)
        return result
    }

    private func use<Result>(
        _ kept: inout Connection?, _ news: inout [String],
        _ work: (inout Connection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        // Entries in a removed or replaced file would be invisible to other processes.
        if kept?.hasMoved() == true { kept = nil }
        var database = if let open = kept.take() { open } else { try file.open(&news) }
        do throws(DatabaseError) {
            let result = try work(&database)
            kept = consume database
            return result
        } catch .damaged {
            database = try file.replace(&news)
            let result = try work(&database)
            kept = consume database
            return result
        }
    }
}

/// A small file of persistent state. It is separate from the cache, so that clearing the cache does not delete it.
struct StateFile: Sendable {
    let folder: String
    /// The name of the file without its extension.
    let name: String
    /// The scripts that create its tables.
    let steps: [String]
    /// The message after an unreadable file was moved away.
    let lament: String

    private var file: DatabaseFile { DatabaseFile("\(folder)/\(name).sqlite") }

    /// Indicates whether the file exists.
    var exists: Bool { file.exists }

    /// Opens the file and creates it if it is missing or unreadable. A file of a later version is left as it is.
    /// Messages about that are appended to `news`.
    func open(_ news: inout [String]) throws(DatabaseError) -> Connection {
        if file.exists, var database = try? Connection(file.path), (try? isCurrent(&database)) == true {
            return database
        }
        try? LocalFolder.make(folder, permissions: 0o700)
        return try file.locked { () throws(DatabaseError) in
            do throws(DatabaseError) {
                return try made()
            } catch .damaged {
                return try madeAnew(because: .damaged, &news)
            }
        }
    }

    /// Replaces a damaged file. Messages about that are appended to `news`.
    func replace(_ news: inout [String]) throws(DatabaseError) -> Connection {
        try file.locked { () throws(DatabaseError) in
            // Another process may have already replaced it.
            if var database = try? made(), (try? database.isSound()) == true { return database }
            return try madeAnew(because: .damaged, &news)
        }
    }

    private func made() throws(DatabaseError) -> Connection {
        var database = try Connection(file.path)
        if try database.schemaVersion() == 0 { try database.layOut(pageByteCount: 4096) }
        try database.migrate(steps)
        try settle(&database)
        return database
    }

    private func madeAnew(
        because fault: DatabaseError, _ news: inout [String]
    ) throws(DatabaseError) -> Connection {
        guard let aside = file.setAsideKeepingOthers(as: "aside") else { throw fault }
        news.append("\(fault) It was moved to \(aside.path), \(lament)")
        return try made()
    }

    private func isCurrent(_ database: inout Connection) throws(DatabaseError) -> Bool {
        guard try database.schemaVersion() == steps.count else { return false }
        try settle(&database)
        return true
    }

    private func settle(_ database: inout Connection) throws(DatabaseError) {
        try database.relaxDurability()
        database.foldLog(atPages: 64)
        database.leaveLog()
    }
}

extension Connection {
    fileprivate mutating func isSound() throws(DatabaseError) -> Bool {
        try first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
    }
}
