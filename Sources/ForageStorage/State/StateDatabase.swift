internal import Database
internal import Platform
internal import Synchronization

/// A file of what is remembered, opened when something is first done with it. One that cannot be used is left alone, and
/// that is said once.
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
    ///   - lament: What it means that it cannot be used.
    ///   - warn: Is told when it cannot be used, or had to be moved; it may ask for something in its turn.
    init(_ file: StateFile, lament: String, warn: @escaping @Sendable (String) -> Void) {
        self.file = file
        self.lament = lament
        self.warn = warn
    }

    /// Whether anything was ever kept here.
    var exists: Bool { file.exists }

    /// Why it cannot be used any more.
    var fault: DatabaseError? { state.withLock { $0.fault } }

    /// Does something with the file.
    ///
    /// - Parameters:
    ///   - ifBusy: What it comes to where another program does not let go of the file; nil if that is to be said, and the
    ///     file not to be waited for again.
    ///   - work: What is done.
    /// - Returns: What came of it; nil where the file cannot be used.
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
                news.append("\(reason) \(error == .busy ? "Try again when that has ended." : lament)")
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
        // What is counted in a file that was removed or replaced, nobody else counts.
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

/// A small file of what a person's programs remember. It is apart from that of the store: clearing a cache forgets
/// nothing of it.
struct StateFile: Sendable {
    let folder: String
    /// Without its ending.
    let name: String
    /// The scripts that make its tables.
    let steps: [String]
    /// What is said where one that cannot be read was moved away.
    let lament: String

    private var file: DatabaseFile { DatabaseFile("\(folder)/\(name).sqlite") }

    /// Whether anything was ever kept here.
    var exists: Bool { file.exists }

    /// Opens it, and makes it where there is none or where what is there cannot be read. What is to be said of that is
    /// added to the news.
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
            } catch .newer(let version) {
                return try madeAnew(because: .newer(version: version), &news)
            }
        }
    }

    /// Replaces a file that turned out to be damaged. What is to be said of that is added to the news.
    func replace(_ news: inout [String]) throws(DatabaseError) -> Connection {
        try file.locked { () throws(DatabaseError) in
            // Another process may have replaced it already.
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
