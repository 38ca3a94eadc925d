internal import JSON

/// A JSON answer from which changed copies can be made.
struct JSONBody: MutableBody {
    private let root: JSONValue
    private let bytes: [UInt8]

    /// Returns nil if the body is not a JSON object or array.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body, mode: .strict),
            [.object, .array].contains(document.root.kind)
        else { return nil }
        root = document.root
        bytes = body
    }

    var fields: [FieldPath] {
        var met: Set<FieldPath> = []
        var fields: [FieldPath] = []
        visit(root, FieldPath()) { path, _ in
            if met.insert(path).inserted { fields.append(path) }
        }
        return fields
    }

    private func visit(_ value: JSONValue, _ path: FieldPath, _ take: (FieldPath, JSONValue) -> Void) {
        for element in value.elements { visit(element, path.element, take) }
        for member in value.members where member.value.hasContent {
            take(path.member(member.key), member.value)
            visit(member.value, path.member(member.key), take)
        }
    }

    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]? {
        let kinds = kinds(at: field)
        var isChanged = false
        let body = JSONWriter.bytes { writer in
            copy(root, to: &writer) { path, member, writer in
                guard path == field, let written = change.write(member, ofKinds: kinds, to: &writer) else {
                    return false
                }
                isChanged = isChanged || written
                return true
            }
        }
        return isChanged ? body : nil
    }

    var withUnknownMembers: [UInt8] {
        JSONWriter.bytes { writer in
            copy(root, to: &writer, adding: { $0.member("unknown to all") { $0.array { $0.string("new") } } })
        }
    }

    /// Returns the types of a member in all records. A service may write either one value or a list of values.
    private func kinds(at field: FieldPath) -> Set<JSONValue.Kind> {
        var kinds: Set<JSONValue.Kind> = []
        visit(root, FieldPath()) { path, value in
            if path == field { kinds.insert(value.kind) }
        }
        return kinds
    }

    // MARK: - Records

    func recordCount(in list: String) -> Int? {
        guard let list = JSONPointer(list), root[list].kind == .array else { return nil }
        return root[list].count
    }

    func arranging(_ list: String, as places: [Int]) -> [UInt8]? {
        let elements = elements(of: list)
        guard !elements.isEmpty else { return nil }
        return writing(places.map { elements[$0] }, to: list)
    }

    func breaking(_ list: String, at place: Int) -> [UInt8]? {
        let record = elements(of: list)[place]
        // A number would be a valid record in a list of texts or IDs.
        let isPlain = [.string, .number, .bool].contains(record.kind)
        return replacing(record, with: isPlain ? "{}" : "7")
    }

    private func elements(of list: String) -> [JSONValue] {
        JSONPointer(list).map { Array(root[$0].elements) } ?? []
    }

    private func writing(_ elements: [JSONValue], to list: String) -> [UInt8]? {
        let texts = elements.map { String(decoding: bytes[$0.byteRange], as: UTF8.self) }
        return JSONPointer(list).map { replacing(root[$0], with: "[\(texts.joined(separator: ","))]") }
    }

    // MARK: - Strangers

    func forEachCopy(
        with unexpected: UnexpectedValues, atMost limit: Int,
        _ take: (_ change: String, _ copy: [UInt8]) -> Void
    ) {
        for value in root.fieldsOnce(atMost: limit) {
            for stranger in Self.texts(of: unexpected) {
                take("\(stranger.prefix(20)) at \(value.pointer)", replacing(value, with: stranger))
            }
        }
    }

    private static func texts(of unexpected: UnexpectedValues) -> [String] {
        switch unexpected {
        case .values: ["null", "-1", "0", "\"\"", "\"<b>\\u0000\"", "1e999", "[7]", "{}"]
        case .texts:
            [
                "\"👩‍👩‍👧‍👦 ﷽ e\\u0301\\u202Egnp.exe 猫\"", "\"\\u0000\\u001b[2J\\r\\n\\u2028\\u009b\"",
                "\"\\ud800 lone\"", "\"" + String(repeating: "long ", count: 2_000) + "\"",
            ]
        }
    }

    private func replacing(_ value: JSONValue, with text: String) -> [UInt8] {
        var copy = bytes
        copy.replaceSubrange(value.byteRange, with: Array(text.utf8))
        return copy
    }
}

extension JSONValue {
    /// Returns the values inside this one, outermost first, and only one for each path.
    fileprivate func fieldsOnce(atMost limit: Int) -> [JSONValue] {
        var found = [(value: self, path: "")]
        var met: Set<String> = []
        var place = 0
        while place < found.count, found.count < limit {
            let (value, path) = found[place]
            let inside =
                value.members.map { ($0.value, "\(path)/\($0.key)") }
                + value.elements.map { ($0, "\(path)/*") }
            found += inside.filter { $0.0.kind == .object || met.insert($0.1).inserted }
            place += 1
        }
        return found.dropFirst().prefix(limit).map(\.value)
    }
}

// MARK: - Copying

extension JSONBody {
    /// Copies a value.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - path: The path of the value.
    ///   - writer: The destination.
    ///   - instead: Writes a member in another form and returns true, or returns false if the member is to be copied.
    ///   - add: Writes additional members at the end of every object.
    private func copy(
        _ value: JSONValue, at path: FieldPath = FieldPath(), to writer: inout JSONWriter,
        _ instead: (FieldPath, JSONMember, inout JSONWriter) -> Bool = { _, _, _ in false },
        adding add: (inout JSONWriter) -> Void = { _ in }
    ) {
        switch value.kind {
        case .array:
            writer.array { writer in
                for element in value.elements {
                    copy(element, at: path.element, to: &writer, instead, adding: add)
                }
            }
        case .object:
            writer.object { writer in
                for member in value.members {
                    let path = path.member(member.key)
                    guard !instead(path, member, &writer) else { continue }
                    writer.key(member.key)
                    copy(member.value, at: path, to: &writer, instead, adding: add)
                }
                add(&writer)
            }
        default: writer.value(value)
        }
    }
}
