internal import Database

extension Connection {
    /// Whether another file stands where this one was opened. What is written to a file that was removed is lost, and
    /// takes room until it is closed.
    ///
    /// - Throws: ``DatabaseFault/moved`` where none does: whoever removes a cache does not want it back at once.
    mutating func isReplaced(at file: DatabaseFile) throws(DatabaseFault) -> Bool {
        guard hasMoved() else { return false }
        guard file.exists else { throw .moved }
        return true
    }
}
