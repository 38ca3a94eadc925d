internal import Database
internal import Files

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
    func open(_ news: inout [String]) throws(DatabaseFault) -> Connection {
        if file.exists, var database = try? Connection(file.path), (try? isCurrent(&database)) == true {
            return database
        }
        try? LocalFolder.make(folder, permissions: 0o700)
        return try file.locked { () throws(DatabaseFault) in
            do throws(DatabaseFault) {
                return try made()
            } catch .damaged {
                return try madeAnew(because: .damaged, &news)
            } catch .newer(let version) {
                return try madeAnew(because: .newer(version: version), &news)
            }
        }
    }

    /// Replaces a file that turned out to be damaged. What is to be said of that is added to the news.
    func replace(_ news: inout [String]) throws(DatabaseFault) -> Connection {
        try file.locked { () throws(DatabaseFault) in
            // Another process may have replaced it already.
            if var database = try? made(), (try? database.isSound()) == true { return database }
            return try madeAnew(because: .damaged, &news)
        }
    }

    private func made() throws(DatabaseFault) -> Connection {
        var database = try Connection(file.path)
        if try database.schemaVersion() == 0 { try database.layOut(pageByteCount: 4096) }
        try database.migrate(steps)
        try settle(&database)
        return database
    }

    private func madeAnew(
        because fault: DatabaseFault, _ news: inout [String]
    ) throws(DatabaseFault) -> Connection {
        guard let aside = file.setAsideKeepingOthers(as: "aside") else { throw fault }
        news.append("\(fault) It was moved to \(aside.path), \(lament)")
        return try made()
    }

    private func isCurrent(_ database: inout Connection) throws(DatabaseFault) -> Bool {
        guard try database.schemaVersion() == steps.count else { return false }
        try settle(&database)
        return true
    }

    private func settle(_ database: inout Connection) throws(DatabaseFault) {
        try database.relaxDurability()
        database.foldLog(atPages: 64)
        database.leaveLog()
    }
}

extension Connection {
    fileprivate mutating func isSound() throws(DatabaseFault) -> Bool {
        try first("PRAGMA quick_check(1)") { $0.text(0) } == "ok"
    }
}
