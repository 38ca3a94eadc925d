internal import JSON

/// A body in JSON, of which changed copies are made.
struct MutableBody {
    private let root: JSONValue

    /// Nil for a body that is no JSON object or array.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body, mode: .strict),
            [.object, .array].contains(document.root.kind)
        else { return nil }
        root = document.root
    }

    /// Every member that holds something, each path once, in the order in which they are met.
    var fields: [FieldPath] {
        var met: Set<FieldPath> = []
        var fields: [FieldPath] = []
        visit(root, FieldPath()) { path in
            if met.insert(path).inserted { fields.append(path) }
        }
        return fields
    }

    private func visit(_ value: JSONValue, _ path: FieldPath, _ take: (FieldPath) -> Void) {
        for element in value.elements { visit(element, path.element, take) }
        for member in value.members where member.value.hasContent {
            take(path.member(member.key))
            visit(member.value, path.member(member.key), take)
        }
    }

    /// The body with a change to every member at a path; nil where it changes nothing.
    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]? {
        var isChanged = false
        let body = JSONWriter.bytes { writer in
            copy(root, at: FieldPath(), to: &writer) { path, member, writer in
                guard path == field, let written = change.write(member, to: &writer) else { return false }
                isChanged = isChanged || written
                return true
            }
        }
        return isChanged ? body : nil
    }

    /// The body with a member more in every object.
    var withUnknownMembers: [UInt8] {
        JSONWriter.bytes { writer in copyAdding(root, to: &writer) }
    }

    /// The body with the elements of a list over and over again, until there are so many; nil without a list there.
    func repeating(_ list: String, _ count: Int) -> [UInt8]? {
        replacing(list) { elements in
            (0..<count).map { elements[$0 % elements.count] }
        }
    }

    /// The body with the elements of a list the other way round; nil without a list there.
    func reversing(_ list: String) -> [UInt8]? { replacing(list) { $0.reversed() } }

    /// The body with no more than the first elements of a list; nil without a list there.
    func shortening(_ list: String, to count: Int) -> [UInt8]? { replacing(list) { Array($0.prefix(count)) } }

    private func replacing(_ list: String, _ change: ([JSONValue]) -> [JSONValue]) -> [UInt8]? {
        guard let pointer = JSONPointer(list) else { return nil }
        let place = root[pointer]
        let elements = Array(place.elements)
        guard !elements.isEmpty else { return nil }
        return JSONWriter.bytes { writer in
            copy(root, to: &writer) { value, writer in
                guard value.byteRange == place.byteRange else { return false }
                writer.array { writer in change(elements).forEach { writer.value($0) } }
                return true
            }
        }
    }
}

// MARK: - Copying

extension MutableBody {
    /// What is to be written in another way `instead` writes, and says so.
    private func copy(
        _ value: JSONValue, at path: FieldPath, to writer: inout JSONWriter,
        _ instead: (FieldPath, JSONMember, inout JSONWriter) -> Bool
    ) {
        switch value.kind {
        case .array:
            writer.array { writer in
                for element in value.elements { copy(element, at: path.element, to: &writer, instead) }
            }
        case .object:
            writer.object { writer in
                for member in value.members {
                    let path = path.member(member.key)
                    guard !instead(path, member, &writer) else { continue }
                    writer.key(member.key)
                    copy(member.value, at: path, to: &writer, instead)
                }
            }
        default: writer.value(value)
        }
    }

    /// What is to be written in another way `instead` writes, and says so.
    private func copy(
        _ value: JSONValue, to writer: inout JSONWriter, _ instead: (JSONValue, inout JSONWriter) -> Bool
    ) {
        guard !instead(value, &writer) else { return }
        switch value.kind {
        case .array:
            writer.array { writer in value.elements.forEach { copy($0, to: &writer, instead) } }
        case .object:
            writer.object { writer in
                for member in value.members {
                    writer.key(member.key)
                    copy(member.value, to: &writer, instead)
                }
            }
        default: writer.value(value)
        }
    }

    private func copyAdding(_ value: JSONValue, to writer: inout JSONWriter) {
        switch value.kind {
        case .array: writer.array { writer in value.elements.forEach { copyAdding($0, to: &writer) } }
        case .object:
            writer.object { writer in
                for member in value.members {
                    writer.key(member.key)
                    copyAdding(member.value, to: &writer)
                }
                writer.key("unknown to all")
                writer.array { $0.string("new") }
            }
        default: writer.value(value)
        }
    }
}
