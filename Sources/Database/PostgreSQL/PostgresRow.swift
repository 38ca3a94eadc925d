internal import CPostgreSQL

/// The result of a statement in binary form.
final class PostgresResult {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) { self.handle = handle }

    deinit { cpostgresql_clear(handle) }

    var rowCount: Int { Int(cpostgresql_row_count(handle)) }

    var changedRowCount: Int { Int(String(cString: cpostgresql_changed_row_count(handle))) ?? 0 }

    /// The error; nil if the statement succeeded.
    var error: DatabaseError? {
        switch cpostgresql_result_status(handle) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: nil
        default:
            DatabaseError(
                state: cpostgresql_result_code(handle).map { String(cString: $0) } ?? "",
                String(cString: cpostgresql_result_error(handle)))
        }
    }

    /// Returns the bytes of a value; nil if it is NULL.
    func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer? {
        let (row, column) = (CInt(row), CInt(column))
        guard cpostgresql_is_null(handle, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: cpostgresql_value(handle, row, column), count: Int(cpostgresql_length(handle, row, column))
        )
    }
}

/// A row whose columns can be read by their place.
package protocol ReadableRow: ~Copyable {
    borrowing func isNull(_ column: Int) -> Bool
    borrowing func int(_ column: Int) -> Int
    borrowing func double(_ column: Int) -> Double
    borrowing func text(_ column: Int) -> String
    borrowing func bytes(_ column: Int) -> [UInt8]
}

extension Row: ReadableRow {}

/// One row of a server's result. Columns are `smallint`, `integer`, `bigint`, `float8`, `text` or `bytea`.
package struct PostgresRow: ~Copyable, ReadableRow {
    private let result: PostgresResult
    private let row: Int

    init(of result: PostgresResult, _ row: Int) {
        self.result = result
        self.row = row
    }

    /// Returns true if the column is NULL.
    package borrowing func isNull(_ column: Int) -> Bool { result.bytes(row, column) == nil }

    /// Returns an integer of any length; 0 if there is none.
    package borrowing func int(_ column: Int) -> Int {
        guard let bytes = result.bytes(row, column), let first = bytes.first, bytes.count <= 8 else {
            return 0
        }
        return bytes.reduce(first < 0x80 ? 0 : -1) { $0 << 8 | Int($1) }
    }

    /// Returns a `float8`; 0 if there is none.
    package borrowing func double(_ column: Int) -> Double {
        Double(bitPattern: UInt64(bitPattern: Int64(int(column))))
    }

    /// Returns a text; empty if there is none.
    package borrowing func text(_ column: Int) -> String {
        result.bytes(row, column).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Returns bytes; empty if there are none.
    package borrowing func bytes(_ column: Int) -> [UInt8] {
        result.bytes(row, column).map { [UInt8]($0) } ?? []
    }
}

extension DatabaseError {
    /// Translates a server's error by the class of its SQLSTATE code.
    fileprivate init(state: String, _ message: String) {
        self =
            switch state {
            // Serialization failures, deadlocks, a lock that was not available, too many connections.
            case "40001", "40P01", "55P03", "53300": .busy
            case "53100", "54000": .full
            case "25006", "42501": .readOnly
            // A server that shuts down or starts.
            case "57P01", "57P02", "57P03": .disconnected(Self.firstLine(of: message))
            default: .other(Self.firstLine(of: message))
            }
    }

    /// The reason if a server gives no answer within the time limit.
    package static let late = "no answer in time"

    /// Creates the error of a connection that could not be made or broke.
    init(connection message: String) { self = .disconnected(Self.firstLine(of: message)) }

    private static func firstLine(of message: String) -> String {
        var line = message.split(whereSeparator: \.isNewline).first ?? "unknown error"
        if line.hasSuffix(".") { line.removeLast() }
        return String(line)
    }
}
