extension Connection {
    /// The version that the tables have.
    package mutating func schemaVersion() throws(DatabaseFault) -> Int {
        try first("PRAGMA user_version") { $0.int(0) } ?? 0
    }

    /// Brings the tables to the version of this program.
    ///
    /// - Parameter steps: Scripts; the first makes version 1 of nothing, each other the next version of the one
    ///   before. Steps that were ever released stay as they are.
    /// - Throws: ``DatabaseFault/newer(version:)`` when there were more steps than these.
    package mutating func migrate(_ steps: [String]) throws(DatabaseFault) {
        if try isCurrent(steps) { return }
        try transaction { (database) throws(DatabaseFault) in
            // Another process may have been quicker.
            if try database.isCurrent(steps) { return }
            for step in try steps[database.schemaVersion()...] { try database.execute(step) }
            try database.execute("PRAGMA user_version = \(steps.count)")
        }
    }

    private mutating func isCurrent(_ steps: [String]) throws(DatabaseFault) -> Bool {
        let version = try schemaVersion()
        guard (0...steps.count).contains(version) else { throw .newer(version: version) }
        return version == steps.count
    }
}
