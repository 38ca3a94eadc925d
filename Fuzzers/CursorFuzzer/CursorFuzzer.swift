internal import ForageCore
internal import ForageSearch

/// Holds the reader of cursors to its promises on whatever libFuzzer thinks of: as the text of a cursor, as
/// what one holds, and as what one for our query holds.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let query = try? Query("barn owl") else { return 0 }
    check(String(decoding: bytes, as: UTF8.self), for: query)
    check(SearchCursor.sealed(bytes), for: query)
    check(SearchCursor.sealed(littleEndianBytes(query.fingerprint) + bytes), for: query)
    return 0
}

/// What is read is written just so, belongs to the query, and to no other.
private func check(_ text: String, for query: Query) {
    guard let cursor = try? SearchCursor(text, for: query) else { return }
    precondition(cursor.text() == text)
    precondition(cursor.isIn(listOf: query))
    precondition((try? SearchCursor(cursor.text(), for: query)) == cursor)
    precondition((try? Query("tawny owl")).map(cursor.isIn) == false)
}

private func littleEndianBytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
