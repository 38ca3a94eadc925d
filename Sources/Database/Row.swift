internal import CSQLite

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
