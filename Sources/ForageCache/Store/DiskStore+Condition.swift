internal import Database

/// Whether a store can be used now.
package enum StoreCondition: String, Hashable, Sendable, CaseIterable {
    /// Answers are found and kept.
    case usable
    /// What is there is found; new answers cannot be kept.
    case unwritable
    /// What is there cannot be read.
    case unreadable
}

/// Why what is kept cannot be read.
package enum ReadingObstacle: Hashable, Sendable {
    /// Another process has it for itself, and will be done.
    case inUse
    /// The disk is full, and even reading takes a little room.
    case noRoom
    /// It is damaged in a way that nobody mends, or not this person's to read.
    case unreadable

    /// What keeps a database from being read, if anything does.
    ///
    /// - Parameters:
    ///   - file: The database. One that is damaged is moved out of the way as it is read, and then nothing is there.
    ///   - read: Reads something of it; nil where nothing came of that.
    init?(to file: DatabaseFile, _ read: () throws(DatabaseFault) -> Void?) {
        do throws(DatabaseFault) {
            if try read() != nil { return nil }
        } catch {
            switch error {
            case .busy:
                self = .inUse
                return
            case .full where file.exists:
                self = .noRoom
                return
            default: break
            }
        }
        guard file.exists else { return nil }
        self = .unreadable
    }

    /// A clause for a person.
    package func clause(on folder: String) -> String {
        switch self {
        case .inUse: "What is kept in \(folder) is in use by another process; try again when that has ended"
        case .noRoom: "The disk is full, and even to read what is kept in \(folder) takes a little room on it"
        case .unreadable: "What is kept in \(folder) cannot be read"
        }
    }
}

extension DiskStore {
    /// Tries both: what can be opened may still be on a disk that is full, or be locked.
    package func condition() async -> StoreCondition {
        let isWritable = write { (writer) throws(DatabaseFault) in try writer.touch() } != nil
        guard obstacle == nil else { return .unreadable }
        return isWritable ? .usable : .unwritable
    }

    /// Why what is there cannot be read, if so.
    package var obstacle: ReadingObstacle? {
        ReadingObstacle(to: settings.folder.database) { () throws(DatabaseFault) in
            try reading { (reader) throws(DatabaseFault) in try reader.touch() }
        }
    }
}

extension StoreWriter {
    /// Writes what is there already.
    fileprivate mutating func touch() throws(DatabaseFault) {
        try database.run("UPDATE tally SET file_byte_count = file_byte_count")
    }
}

extension StoreReader {
    fileprivate mutating func touch() throws(DatabaseFault) {
        _ = try database.first("SELECT file_byte_count FROM tally") { _ in true }
    }
}
