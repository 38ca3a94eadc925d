public import ForageCore

extension SearchCursor {
    /// Reads a cursor from outside.
    ///
    /// - Parameters:
    ///   - text: The whole text of a report's `next`.
    ///   - query: The query whose list it must be a place in.
    ///   - seal: What it must be sealed with: that of the engine that made it.
    /// - Throws: ``CursorFault`` when it is none.
    public init(
        _ text: String, for query: Query, sealedBy seal: CursorSeal = .keyless
    ) throws(CursorFault) {
        guard text.utf8.count <= Self.greatestTextByteCount, let bytes = Base64URL.decode(text) else {
            throw .notACursor
        }
        self = try Self.read(bytes, sealedBy: seal)
        // What is written in another way than ours was made by somebody else.
        guard self.text(sealedBy: seal) == text else { throw .notACursor }
        guard isIn(listOf: query) else { throw .otherQuery }
    }

    /// The cursor as it is handed out: letters, digits, `-` and `_`.
    public func text(sealedBy seal: CursorSeal = .keyless) -> String {
        var writer = ByteWriter()
        writer.append(fingerprint, byteCount: 8)
        writer.append(pageSize)
        writer.append(roundCount)
        writer.append(places.count)
        for place in places { place.write(to: &writer) }
        writer.append(shown.hashes.count)
        for hash in shown.hashes.sorted() { writer.append(hash, byteCount: ShownItems.hashByteCount) }
        return Self.sealed(writer.bytes, by: seal)
    }

    /// The text of what a cursor holds: behind the mark, before the seal.
    package static func sealed(
        _ content: [UInt8], version: UInt8 = version, by seal: CursorSeal = .keyless
    ) -> String {
        var writer = ByteWriter()
        writer.bytes = [mark, version] + content
        writer.append(seal.tag(of: writer.bytes[...]), byteCount: CursorSeal.tagByteCount)
        return Base64URL.encode(writer.bytes)
    }

    private static let mark = UInt8(ascii: "F")
    package static let version: UInt8 = 3
    /// As long as the greatest that is ever written.
    private static let greatestTextByteCount = 384 * 1024

    private static func read(_ bytes: [UInt8], sealedBy seal: CursorSeal) throws(CursorFault) -> SearchCursor
    {
        guard bytes.count > 2 + CursorSeal.tagByteCount, bytes[0] == mark else { throw .notACursor }
        let content = bytes.dropLast(CursorSeal.tagByteCount)
        var tail = ByteReader(bytes.suffix(CursorSeal.tagByteCount))
        guard tail.integer(byteCount: CursorSeal.tagByteCount) == seal.tag(of: content) else {
            throw .notACursor
        }
        // Only behind the seal: a version that was edited is no word of another Forage.
        guard bytes[1] == version else { throw .otherVersion }
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
    /// Which page it is, as it is written.
    private enum Beginning: Int {
        case unasked, further, repeated
    }

    private var beginning: Beginning {
        page != nil ? .further : isBegun ? .repeated : .unasked
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.append(provider.name)
        writer.append(failureCount)
        writer.append(beginning.rawValue)
        if let page { writer.append(page) }
        writer.append(handlings.count)
        for (name, handling) in handlings.sorted(by: { $0.key < $1.key }) {
            writer.append(name.rawValue)
            writer.append(handling.rawValue)
        }
    }

    fileprivate init?(from reader: inout ByteReader) {
        guard let provider = reader.text(atMost: 32).flatMap({ ProviderID($0) }),
            let failureCount = reader.number(in: 0...255),
            let beginning = reader.number(in: 0...2).flatMap(Beginning.init)
        else { return nil }
        let page = beginning == .further ? reader.text(atMost: SearchCursor.greatestPlaceByteCount) : nil
        guard beginning != .further || page != nil,
            let handlings = reader.list(atMost: Filter.Name.allCases.count, of: { Self.handling(from: &$0) })
        else { return nil }
        self.init(
            provider: provider, page: page, isBegun: beginning != .unasked, failureCount: failureCount,
            handlings: Dictionary(handlings) { first, _ in first })
    }

    private static func handling(from reader: inout ByteReader) -> (Filter.Name, FilterHandling)? {
        guard let name = reader.text(atMost: 32).flatMap(Filter.Name.init),
            let handling = reader.text(atMost: 32).flatMap(FilterHandling.init)
        else { return nil }
        return (name, handling)
    }
}
