internal import ForageCore

/// The header fields of an answer with what they belong to, so that a row proves itself: whatever became of the
/// database around it, no answer is taken for that of another key, nor with another's body.
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

    /// Reads the bytes that were kept; nil where they are not what was kept.
    init?(_ sealed: [UInt8]) {
        guard let texts = FieldList.texts(of: sealed), texts.count >= 2, texts.count.isMultiple(of: 2),
            let key = texts[0], let sum = texts[1].flatMap({ Int($0) })
        else { return nil }
        self.init(
            key: key, sum: sum,
            headers: Headers(
                stride(from: 2, to: texts.count, by: 2).map { .init(texts[$0] ?? "", texts[$0 + 1] ?? "") }))
    }

    /// Whether kept bytes belong to a key and a body, whatever the fields are.
    static func isHead(_ sealed: [UInt8], of key: String, sum: Int) -> Bool {
        guard let bytes = Checksum.opened(sealed) else { return false }
        return bytes.starts(with: StoredHead(key: key, sum: sum, headers: Headers()).list.bytes)
    }

    /// The bytes to keep.
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
