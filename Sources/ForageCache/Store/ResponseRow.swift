internal import Database
internal import Essentials
internal import ForageCore

/// A row of the table `entry`: an answer, and what its body adds up to.
struct ResponseRow {
    /// The columns of an answer, in the order in which they are read.
    static let columns = """
        key, variant, provider, status, headers, requested, received, part_start, part_end, part_total,
        entry.byte_count
        """

    var response: StoredResponse
    /// The checksum of the body.
    let sum: Int

    /// Reads an answer as it was stored; nil where the row is not what was stored.
    init?(_ row: borrowing Row) {
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

    private static func part(_ row: borrowing Row) -> StoredResponse.Part? {
        if row.isNull(7) { return .whole }
        guard 0 <= row.int(7), row.int(7) <= row.int(8) else { return nil }
        return .bytes(row.int(7)..<row.int(8), of: row.isNull(9) ? nil : row.int(9))
    }
}

extension StoredResponse {
    /// The fields that an answer hangs on, as they stand in a row.
    var storedVariant: [UInt8] {
        variant.reduce(into: FieldList()) {
            $0.append($1.name)
            $0.append($1.value)
        }.sealed
    }

    /// The header fields as they stand in a row, bound to the answer's key and to its body.
    func storedHeaders(withBody sum: Int) -> [UInt8] {
        StoredHead(key: key.text, sum: sum, headers: headers).sealed
    }

    var storedPart: (start: Int?, end: Int?, total: Int?) {
        switch part {
        case .whole: (nil, nil, nil)
        case .bytes(let range, let total): (range.lowerBound, range.upperBound, total)
        }
    }

    /// What kind of thing the body is, such as `image/png`; empty where nobody says.
    var mediaType: String {
        let type = headers["Content-Type"]?.split(separator: ";").first ?? ""
        return type.filter { $0 != " " }.lowercased()
    }
}
