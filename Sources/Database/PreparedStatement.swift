internal import CSQLite

/// A prepared statement, which can be run many times.
///
/// It is a class because a connection keeps many of them by their text; no statement leaves its connection.
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
            "a statement needs one value for each placeholder")
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
            // A null address would bind NULL, which differs from zero bytes.
            if bytes.isEmpty { return csqlite_bind_zeroblob(handle, place, 0) }
            return csqlite_bind_blob(handle, place, bytes, CInt(clamping: bytes.count))
        }
    }

    /// Moves to the next row; returns false at the end.
    func step() throws(DatabaseError) -> Bool {
        switch csqlite_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        case let code: throw DatabaseError(code, connection)
        }
    }

    /// Ends the statement's reading and releases its arguments.
    func reset() {
        csqlite_reset(handle)
        csqlite_clear_bindings(handle)
    }
}

/// One row of a result, valid only while it is read.
package struct Row: ~Copyable {
    private let statement: OpaquePointer

    init(of statement: OpaquePointer) { self.statement = statement }

    /// Returns true if the column is NULL.
    package borrowing func isNull(_ column: Int) -> Bool {
        csqlite_column_type(statement, CInt(column)) == SQLITE_NULL
    }

    /// Returns an integer; 0 if there is none.
    package borrowing func int(_ column: Int) -> Int { Int(csqlite_column_int64(statement, CInt(column))) }

    /// Returns a floating-point number; 0 if there is none.
    package borrowing func double(_ column: Int) -> Double { csqlite_column_double(statement, CInt(column)) }

    /// Returns a text; empty if there is none, and repaired if it is not valid UTF-8.
    package borrowing func text(_ column: Int) -> String {
        String(decoding: UnsafeBufferPointer(text: statement, CInt(column)), as: UTF8.self)
    }

    /// Returns bytes; empty if there are none.
    package borrowing func bytes(_ column: Int) -> [UInt8] {
        guard let start = csqlite_column_blob(statement, CInt(column)) else { return [] }
        let count = Int(csqlite_column_bytes(statement, CInt(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Accesses SQLite's own copy of a text. Ask for the pointer first, because that call converts the text to UTF-8.
    fileprivate init(text statement: OpaquePointer, _ column: CInt) {
        let start = csqlite_column_text(statement, column)
        self.init(start: start, count: start == nil ? 0 : Int(csqlite_column_bytes(statement, column)))
    }
}
