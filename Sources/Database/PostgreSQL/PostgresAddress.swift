internal import CPostgreSQL

/// The address of a PostgreSQL database in one of libpq's forms. What it does not state comes from the `PG*`
/// variables, and the password from there or from `~/.pgpass`.
package struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    /// The address, which has no password.
    package let description: String
    /// The schema of the tables; nil for the usual one.
    package let schema: String?

    /// - Parameters:
    ///   - text: The address.
    ///   - schema: The schema of the tables, a plain name; nil for the usual one.
    /// - Throws: ``DatabaseError`` if libpq cannot be loaded, or the text is not an address or contains a password.
    package init(_ text: String, schema: String? = nil) throws(DatabaseError) {
        if let reason = cpostgresql_load() { throw .missing("libpq", reason) }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = cpostgresql_parse(text, &message) else {
            defer { cpostgresql_free(message) }
            throw DatabaseError(connection: message.map { String(cString: $0) } ?? "")
        }
        defer { cpostgresql_free_options(options) }
        var option = options
        while let keyword = option.pointee.keyword {
            let isSecret = ["password", "sslpassword"].contains(String(cString: keyword))
            if isSecret, option.pointee.val != nil {
                throw .other("the address contains a password; put it into ~/.pgpass or PGPASSWORD")
            }
            option += 1
        }
        description = text
        self.schema = schema
    }

    /// The version of libpq.
    ///
    /// - Throws: ``DatabaseError`` if it cannot be loaded.
    package static func libraryVersion() throws(DatabaseError) -> String {
        if let reason = cpostgresql_load() { throw .missing("libpq", reason) }
        let version = cpostgresql_version()
        return "\(version / 10_000).\(version % 10_000)"
    }

    /// Begins to connect; nil if there is no memory.
    func start() -> OpaquePointer? {
        let parameters = [
            ("dbname", description), ("fallback_application_name", "forage"), ("client_encoding", "UTF8"),
        ]
        // libpq reads the texts only during the call.
        return withTexts(parameters.map(\.0)) { names in
            withTexts(parameters.map(\.1)) { values in cpostgresql_connect_start(names, values) }
        }
    }

    private func withTexts<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        var bytes: [CChar] = []
        var starts: [Int] = []
        for text in texts {
            starts.append(bytes.count)
            bytes += text.utf8CString
        }
        return bytes.withUnsafeBufferPointer { bytes in
            let pointers: [UnsafePointer<CChar>?] = starts.map { bytes.baseAddress?.advanced(by: $0) } + [nil]
            return pointers.withUnsafeBufferPointer { pointers in
                // The array has at least its last element.
                body(pointers.baseAddress.unsafelyUnwrapped)
            }
        }
    }
}
