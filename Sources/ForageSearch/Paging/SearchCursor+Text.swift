public import ForageCore

extension SearchCursor {
    /// Reads a cursor from outside.
    ///
    /// - Parameters:
    ///   - text: The whole text of a report's `next`.
    ///   - query: The query whose list it must be a place in.
    /// - Throws: ``CursorFault`` when it is none.
    public init(_ text: String, for query: Query) throws(CursorFault) {
        guard text.utf8.count <= Self.greatestTextByteCount, let bytes = Base64URL.decode(text) else {
            throw .notACursor
        }
        self = try Self.read(bytes)
        // What is written in another way than ours was made by somebody else.
        guard self.text == text else { throw .notACursor }
        guard isIn(listOf: query) else { throw .otherQuery }
    }

    /// The cursor as it is handed out: letters, digits, `-` and `_`.
    public var text: String {
        var writer = ByteWriter()
        writer.append(fingerprint, byteCount: 8)
        writer.append(pageSize)
        writer.append(roundCount)
        writer.append(places.count)
        for place in places { place.write(to: &writer) }
        writer.append(shown.hashes.count)
        for hash in shown.hashes.sorted() { writer.append(hash, byteCount: ShownItems.hashByteCount) }
        return Self.sealed(writer.bytes)
    }

    /// The text of what a cursor holds: behind the mark, before the checksum.
    package static func sealed(_ content: [UInt8]) -> String {
        var writer = ByteWriter()
        writer.bytes = [mark, version] + content
        writer.append(checksum(writer.bytes[...]), byteCount: checksumByteCount)
        return Base64URL.encode(writer.bytes)
    }

    private static let mark = UInt8(ascii: "F")
    private static let version: UInt8 = 1
    private static let checksumByteCount = 4
    /// As long as the greatest that is ever written.
    private static let greatestTextByteCount = 256 * 1024

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash = StableHash()
        hash.add(bytes)
        return hash.value >> 32
    }

    private static func read(_ bytes: [UInt8]) throws(CursorFault) -> SearchCursor {
        guard bytes.count > 2 + checksumByteCount, bytes[0] == mark else { throw .notACursor }
        guard bytes[1] == version else { throw .otherVersion }
        let content = bytes.dropLast(checksumByteCount)
        var tail = ByteReader(bytes.suffix(checksumByteCount))
        guard tail.integer(byteCount: checksumByteCount) == checksum(content) else { throw .notACursor }
        var reader = ByteReader(content.dropFirst(2))
        guard let cursor = SearchCursor(from: &reader), reader.isAtEnd else { throw .notACursor }
        return cursor
    }

    private init?(from reader: inout ByteReader) {
        guard let fingerprint = reader.integer(byteCount: 8),
            let pageSize = reader.number(in: 1...Query.limits.upperBound),
            let roundCount = reader.number(in: 0...Self.greatestRoundCount),
            let places = reader.list(atMost: Self.greatestPlaceCount, of: { Place(from: &$0) }),
            let hashes = reader.list(
                atMost: ShownItems.greatestCount, of: { $0.integer(byteCount: ShownItems.hashByteCount) })
        else { return nil }
        self.init(
            fingerprint: fingerprint, pageSize: pageSize, roundCount: roundCount, places: places,
            shown: ShownItems(hashes: Set(hashes)))
    }
}

extension SearchCursor.Place {
    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(provider.name)
        writer.append(failureCount)
        writer.append(page == nil ? 0 : 1)
        if let page { writer.append(page) }
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let provider = reader.text(atMost: 32).flatMap({ ProviderID($0) }),
            let failureCount = reader.number(in: 0...255),
            let pageCount = reader.number(in: 0...1)
        else { return nil }
        let page = pageCount == 0 ? nil : reader.text(atMost: SearchCursor.greatestPlaceByteCount)
        guard pageCount == 0 || page != nil else { return nil }
        self.init(provider: provider, page: page, failureCount: failureCount)
    }
}
