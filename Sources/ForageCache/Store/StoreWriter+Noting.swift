internal import Database
internal import Essentials
internal import ForageCore

extension StoreWriter {
    /// Writes a note beside an answer that is still stored as it was read, if there is room.
    mutating func keep(_ note: [UInt8], on response: StoredResponse) throws(DatabaseFault) {
        let need = Need(pageCount: note.count / (StoreSchema.pageByteCount - 4) + 14)
        _ = try withRoom(need) { (writer) throws(DatabaseFault) in
            try writer.database.run(
                """
                UPDATE entry SET note = ?
                WHERE key = ? AND variant = ? AND requested = ? AND received = ? AND byte_count = ?
                """, note, response.key.text, response.storedVariant,
                response.requested.timeIntervalSinceReferenceDate,
                response.received.timeIntervalSinceReferenceDate, response.byteCount)
        }
    }
}
