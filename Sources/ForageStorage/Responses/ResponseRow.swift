internal import Database
internal import ForageCore
internal import Platform

/// A row of the table `entry`: an answer, and the checksum of its body.
struct ResponseRow {
    /// The columns of an answer in reading order.
    static let columns = """
        key, variant, provider, status, headers, requested, received, part_start, part_end, part_total,
        entry.byte_count
        """

    var response: StoredResponse
    /// The checksum of the body.
    let sum: Int

    /// Reads a stored answer; nil if the row is damaged.
    init?(_ row: borrowing some ReadableRow & ~Copyable) {
        let key = row.text(0)
        guard let variant = Self.variant(row.bytes(1)), let provider = ProviderID(row.text(2)),
            let head = StoredHead(row.bytes(4)), head.key == key, let part = Self.part(row)
        else { return nil }
        response = StoredResponse(
            key: CacheKey(stored: key), variant: variant, provider: provider, status: row.int(3),
            headers: head.headers, requested: Date(timeIntervalSinceReferenceDate: row.double(5)),
            received: Date(timeIntervalSinceReferenceDate: row.double(6)), part: part,
            byteCount: row.int(10))
        sum = head.sum
    }

    private static func variant(_ bytes: [UInt8]) -> [StoredResponse.VariantField]? {
        guard let texts = FieldList.texts(of: bytes), texts.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: texts.count, by: 2).map { .init(texts[$0] ?? "", texts[$0 + 1]) }
    }

    private static func part(_ row: borrowing some ReadableRow & ~Copyable) -> StoredResponse.Part? {
        if row.isNull(7) { return .whole }
        guard 0 <= row.int(7), row.int(7) <= row.int(8) else { return nil }
        return .bytes(row.int(7)..<row.int(8), of: row.isNull(9) ? nil : row.int(9))
    }
}

extension StoredResponse {
    /// The request fields that an answer depends on, in the format of a row.
    var storedVariant: [UInt8] {
        variant.reduce(into: FieldList()) {
            $0.append($1.name)
            $0.append($1.value)
        }.sealed
    }

    /// Returns the header fields in the format of a row, together with the answer's key and its body's checksum.
    func storedHeaders(withBody sum: Int) -> [UInt8] {
        StoredHead(key: key.text, sum: sum, headers: headers).sealed
    }

    var storedPart: (start: Int?, end: Int?, total: Int?) {
        switch part {
        case .whole: (nil, nil, nil)
        case .bytes(let range, let total): (range.lowerBound, range.upperBound, total)
        }
    }

    /// The media type of the body, such as `image/png`; empty if unknown.
    var mediaType: String {
        let type = headers["Content-Type"]?.split(separator: ";").first ?? ""
        return type.filter { $0 != " " }.lowercased()
    }
}

/// The header fields of an answer, together with its key and its body's checksum. They make a row verifiable: even in a
/// damaged database, an answer is never used for another key or with another body.
struct StoredHead {
    let key: String
    /// The checksum of the body.
    let sum: Int
    let headers: Headers

    init(key: String, sum: Int, headers: Headers) {
        self.key = key
        self.sum = sum
        self.headers = headers
    }

    /// Parses stored bytes; nil if they are damaged.
    init?(_ sealed: [UInt8]) {
        guard let texts = FieldList.texts(of: sealed), texts.count >= 2, texts.count.isMultiple(of: 2),
            let key = texts[0], let sum = texts[1].flatMap({ Int($0) })
        else { return nil }
        self.init(
            key: key, sum: sum,
            headers: Headers(
                stride(from: 2, to: texts.count, by: 2).map { .init(texts[$0] ?? "", texts[$0 + 1] ?? "") }))
    }

    /// Returns true if stored bytes belong to a key and a body, whatever the fields are.
    static func isHead(_ sealed: [UInt8], of key: String, sum: Int) -> Bool {
        guard let bytes = Checksum.opened(sealed) else { return false }
        return bytes.starts(with: StoredHead(key: key, sum: sum, headers: Headers()).list.bytes)
    }

    /// The bytes to store.
    var sealed: [UInt8] { list.sealed }

    private var list: FieldList {
        var list = FieldList()
        list.append(key)
        list.append("\(sum)")
        for field in headers.fields {
            list.append(field.name)
            list.append(field.value)
        }
        return list
    }
}

/// Names and values as bytes to store, with a checksum at the end.
struct FieldList {
    private(set) var bytes: [UInt8] = []

    /// Appends a text; nil differs from an empty one.
    mutating func append(_ text: String?) {
        guard let text else { return append(length: 0) }
        append(length: text.utf8.count + 1)
        bytes += text.utf8
    }

    /// The bytes to store.
    var sealed: [UInt8] { Checksum.sealed(bytes) }

    /// Returns the texts in stored bytes; nil if they are damaged.
    static func texts(of sealed: [UInt8]) -> [String?]? {
        Checksum.opened(sealed).flatMap { texts(in: $0.span) }
    }

    /// A capacity that is sufficient for most answers.
    private static let usualCount = 32

    private static func texts(in bytes: Span<UInt8>) -> [String?]? {
        var texts: [String?] = []
        texts.reserveCapacity(usualCount)
        var place = 0
        while place < bytes.count {
            guard let length = length(in: bytes, at: &place) else { return nil }
            let end = place + max(length - 1, 0)
            guard end <= bytes.count else { return nil }
            texts.append(length == 0 ? nil : bytes.extracting(place..<end).text)
            place = end
        }
        return texts
    }

    /// Appends a length, seven bits per byte and the lowest first; the eighth bit indicates that more follow.
    private mutating func append(length: Int) {
        var rest = length
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func length(in bytes: Span<UInt8>, at place: inout Int) -> Int? {
        var length = 0
        for shift in stride(from: 0, to: 35, by: 7) where place < bytes.count {
            let byte = bytes[place]
            place += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        return nil
    }
}
