internal import CPostgreSQL

/// A connection to a PostgreSQL server, on which every operation has a time limit.
///
/// ```swift
/// var server = try PostgresConnection(PostgresAddress("postgresql:///team"), within: .seconds(1))
/// try server.run("INSERT INTO owl (name, wings) VALUES ($1, $2)", "Barn owl", 2)
/// let names = try server.rows("SELECT name FROM owl WHERE wings = $1", 2) { $0.text(0) }
/// ```
///
/// Statements are sent without a name, and nothing depends on the session, so that a pooler between them may give each
/// transaction another one. Tables are in the schema `forage`, or in another one whose name replaces it in each
/// statement. Like ``Connection``, it is used only by its owner.
package struct PostgresConnection: ~Copyable, @unchecked Sendable {
    private let handle: OpaquePointer
    /// The schema of the tables.
    package let schema: String
    /// The time limit of each statement.
    private let patience: Duration

    private static let usualSchema = "forage"

    /// Connects to a server.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - connecting: The time limit for the connection.
    ///   - patience: The time limit of each statement.
    ///   - progress: Called after each sign of the server while connecting.
    /// - Throws: ``DatabaseError`` with the server's or libpq's message.
    package init(
        _ address: PostgresAddress, within connecting: Duration, patience: Duration = .seconds(1),
        progress: () -> Void = {}
    ) throws(DatabaseError) {
        handle = try Self.connected(to: address, by: ContinuousClock().now + connecting, progress)
        schema = address.schema ?? Self.usualSchema
        self.patience = patience
    }

    deinit { cpostgresql_finish(handle) }

    /// Runs a statement and returns the number of rows that it changed.
    @discardableResult
    package mutating func run(_ statement: String, _ values: any Bindable...) throws(DatabaseError) -> Int {
        try run(statement, with: values)
    }

    /// Runs a statement with a list of values.
    @discardableResult
    package mutating func run(_ statement: String, with values: [any Bindable]) throws(DatabaseError) -> Int {
        try result(of: statement, values).changedRowCount
    }

    /// Returns every row of the result.
    package mutating func rows<Element>(
        _ statement: String, _ values: any Bindable..., read: (borrowing PostgresRow) -> Element
    ) throws(DatabaseError) -> [Element] {
        try rows(statement, with: values, read: read)
    }

    /// Returns every row of the result of a statement with a list of values.
    package mutating func rows<Element>(
        _ statement: String, with values: [any Bindable], read: (borrowing PostgresRow) -> Element
    ) throws(DatabaseError) -> [Element] {
        let result = try result(of: statement, values)
        return (0..<result.rowCount).map { read(PostgresRow(of: result, $0)) }
    }

    /// Returns the first row of the result, or nil if there is none.
    package mutating func first<Element>(
        _ statement: String, _ values: any Bindable..., read: (borrowing PostgresRow) -> Element
    ) throws(DatabaseError) -> Element? {
        let result = try result(of: statement, values)
        return result.rowCount > 0 ? read(PostgresRow(of: result, 0)) : nil
    }

    /// Runs several statements as one transaction: all of them take effect, or none.
    package mutating func transaction<Result>(
        _ work: (inout PostgresConnection) throws(DatabaseError) -> Result
    ) throws(DatabaseError) -> Result {
        try run("BEGIN")
        do {
            let result = try work(&self)
            try run("COMMIT")
            return result
        } catch {
            _ = try? run("ROLLBACK")
            throw error
        }
    }

    /// Waits for a notification on the channels that this connection listens to.
    ///
    /// - Parameter duration: The maximum time to wait.
    /// - Returns: The payloads; empty if there was none.
    /// - Throws: ``DatabaseError`` if the connection broke.
    package mutating func notifications(within duration: Duration) throws(DatabaseError) -> [String] {
        switch cpostgresql_wait(handle, 0, CInt(clamping: Int(duration / .milliseconds(1)))) {
        case 0: return []
        case -1: throw Self.failure(of: handle)
        default: break
        }
        guard cpostgresql_consume(handle) == 1 else { throw Self.failure(of: handle) }
        return receivedPayloads()
    }

    private func receivedPayloads() -> [String] {
        var payloads: [String] = []
        while let notification = cpostgresql_notification(handle) {
            payloads.append(String(cString: notification.pointee.extra))
            cpostgresql_free(notification)
        }
        return payloads
    }

    private static func connected(
        to address: PostgresAddress, by end: ContinuousClock.Instant, _ progress: () -> Void
    ) throws(DatabaseError) -> OpaquePointer {
        guard let handle = address.start() else { throw .unreachable }
        do throws(DatabaseError) {
            while true {
                switch cpostgresql_connect_poll(handle) {
                case PGRES_POLLING_OK:
                    cpostgresql_silence(handle)
                    return handle
                case PGRES_POLLING_READING: try wait(for: handle, until: end)
                case PGRES_POLLING_WRITING: try wait(for: handle, toWrite: true, until: end)
                default: throw failure(of: handle)
                }
                progress()
            }
        } catch {
            cpostgresql_finish(handle)
            throw error
        }
    }

    private func result(of statement: String, _ values: [any Bindable]) throws(DatabaseError)
        -> PostgresResult
    {
        let end = ContinuousClock().now + patience
        let statement =
            schema == Self.usualSchema
            ? statement : statement.replacing("\(Self.usualSchema).", with: "\(schema).")
        let isSent = PostgresParameters(values).withPointers { count, values, lengths, formats in
            cpostgresql_send(handle, statement, count, values, lengths, formats) == 1
        }
        guard isSent else { throw Self.failure(of: handle) }
        while cpostgresql_flush(handle) == 1 { try Self.wait(for: handle, toWrite: true, until: end) }
        var last: PostgresResult?
        while true {
            while cpostgresql_is_busy(handle) == 1 {
                try Self.wait(for: handle, until: end)
                guard cpostgresql_consume(handle) == 1 else { throw Self.failure(of: handle) }
            }
            guard let next = cpostgresql_result(handle) else { break }
            last = PostgresResult(next)
        }
        // A pooler passes on what another program listens to.
        _ = receivedPayloads()
        guard let last else { throw Self.failure(of: handle) }
        if let error = last.error { throw error }
        return last
    }

    private static func wait(
        for handle: OpaquePointer, toWrite writes: Bool = false, until end: ContinuousClock.Instant
    ) throws(DatabaseError) {
        let rest = end - ContinuousClock().now
        guard rest > .zero else { throw .disconnected(DatabaseError.late) }
        let milliseconds = CInt(clamping: Int(rest / .milliseconds(1)) + 1)
        switch cpostgresql_wait(handle, writes ? 1 : 0, milliseconds) {
        case 0: throw .disconnected(DatabaseError.late)
        case -1: throw failure(of: handle)
        default: if writes, cpostgresql_status(handle) == CONNECTION_OK { _ = cpostgresql_consume(handle) }
        }
    }

    private static func failure(of handle: OpaquePointer) -> DatabaseError {
        DatabaseError(connection: String(cString: cpostgresql_error(handle)))
    }
}

/// The values of a statement in libpq's form: bytes as they are, everything else as text.
private struct PostgresParameters {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private var lengths: [CInt] = []
    private var formats: [CInt] = []

    init(_ values: [any Bindable]) {
        for value in values { append(value.databaseValue) }
    }

    private mutating func append(_ value: Value) {
        switch value {
        case .integer(let number): append("\(number)".utf8)
        case .real(let number): append("\(number)".utf8)
        // A text ends at a zero byte in libpq, and no text in a PostgreSQL database can contain one.
        case .text(let text): append(text.utf8.lazy.map { $0 == 0 ? 0x20 : $0 })
        case .bytes(let bytes): append(bytes, isBinary: true)
        case .null:
            starts.append(nil)
            lengths.append(0)
            formats.append(0)
        }
    }

    private mutating func append(_ value: some Sequence<UInt8>, isBinary: Bool = false) {
        let start = bytes.count
        bytes += value
        starts.append(start)
        lengths.append(CInt(clamping: bytes.count - start))
        formats.append(isBinary ? 1 : 0)
        bytes.append(0)
    }

    func withPointers<Result>(
        _ body: (
            CInt, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<CInt>?, UnsafePointer<CInt>?
        ) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { bytes in
            let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
            return body(CInt(starts.count), pointers, lengths, formats)
        }
    }
}
