internal import CSQLite

/// A statement that was read once and can be run many times.
///
/// A class, because a connection keeps many of them by their text; none leaves its connection.
final class PreparedStatement {
    let handle: OpaquePointer
    private let connection: OpaquePointer

    init(_ text: String, of connection: OpaquePointer) throws(DatabaseError) {
        var handle: OpaquePointer?
        let code = csqlite_prepare(connection, text, &handle)
        guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
        guard let handle else { throw .other("\"\(text)\" is not a statement") }
        self.handle = handle
        self.connection = connection
    }

    deinit { csqlite_finalize(handle) }

    func bind(_ values: [any Bindable]) throws(DatabaseError) {
        precondition(
            values.count == Int(csqlite_bind_parameter_count(handle)),
            "a statement gets as many values as it has places")
        for (index, value) in values.enumerated() {
            let code = bind(value.databaseValue, at: CInt(index + 1))
            guard code == SQLITE_OK else { throw DatabaseError(code, connection) }
        }
    }

    private func bind(_ value: Value, at place: CInt) -> CInt {
        switch value {
        case .integer(let number): return csqlite_bind_int64(handle, place, Int64(number))
        case .real(let number): return csqlite_bind_double(handle, place, number)
        case .null: return csqlite_bind_null(handle, place)
        case .text(let text): return csqlite_bind_text(handle, place, text, CInt(clamping: text.utf8.count))
        case .bytes(let bytes):
            // No address would mean NULL, and no bytes are something else.
            if bytes.isEmpty { return csqlite_bind_zeroblob(handle, place, 0) }
            return csqlite_bind_blob(handle, place, bytes, CInt(clamping: bytes.count))
        }
    }

    /// Goes on to the next row; false at the end.
    func step() throws(DatabaseError) -> Bool {
        switch csqlite_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw DatabaseError(code, connection)
        }
    }

    /// Lets go of what it reads and of what it was handed.
    func reset() {
        csqlite_reset(handle)
        csqlite_clear_bindings(handle)
    }
}

/// One row of an answer, as long as it is looked at.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(of statement: OpaquePointer) { self.statement = statement }

    /// Whether nothing is there.
    package borrowing func isNull(_ column: Int) -> Bool {
        csqlite_column_type(statement, CInt(column)) == SQLITE_NULL
    }

    /// A whole number; 0 where there is none.
    package borrowing func int(_ column: Int) -> Int { Int(csqlite_column_int64(statement, CInt(column))) }

    /// A number; 0 where there is none.
    package borrowing func double(_ column: Int) -> Double { csqlite_column_double(statement, CInt(column)) }

    /// A text; empty where there is none, and mended where it is not UTF-8.
    package borrowing func text(_ column: Int) -> String {
        String(decoding: UnsafeBufferPointer(text: statement, CInt(column)), as: UTF8.self)
    }

    /// Bytes; none where there are none.
    package borrowing func bytes(_ column: Int) -> [UInt8] {
        guard let start = csqlite_column_blob(statement, CInt(column)) else { return [] }
        let count = Int(csqlite_column_bytes(statement, CInt(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// SQLite's own copy of a text. The pointer has to be asked for first: it is what makes the text UTF-8.
    fileprivate init(text statement: OpaquePointer, _ column: CInt) {
        let start = csqlite_column_text(statement, column)
        self.init(start: start, count: start == nil ? 0 : Int(csqlite_column_bytes(statement, column)))
    }
}
