internal import JSON

/// What stands where in answers: of which kind, and how regularly.
struct AnswerShape {
    private var kinds: [String: Set<JSONValue.Kind>] = [:]
    private var counts: [String: Int] = [:]
    private var objectCounts: [String: Int] = [:]

    /// Answers that name their parts after what they hold would have new places without end.
    private static let greatestPlaceCount = 5_000

    /// Takes an answer in.
    mutating func add(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body) else { return }
        add(document.root, at: "")
    }

    private mutating func add(_ value: JSONValue, at path: String) {
        guard value.isComplete, counts[path] != nil || counts.count < Self.greatestPlaceCount else { return }
        // A number in quotes is one to whoever reads it.
        kinds[path, default: []].insert(value.kind == .number ? .string : value.kind)
        counts[path, default: 0] += 1
        if value.kind == .object { objectCounts[path, default: 0] += 1 }
        for member in value.members {
            add(member.value, at: path + JSONPointer(tokens: [member.key]).description)
        }
        for element in value.elements { add(element, at: path + "/*") }
    }

    /// Where other answers are not as these are: something of another kind, or no more where all of these have it.
    func changes(in others: AnswerShape) -> [String] {
        let retyped = others.kinds.compactMap { path, found -> String? in
            guard let known = kinds[path] else { return nil }
            let new = found.subtracting(known).subtracting([.null])
            return known == [.null] || new.isEmpty ? nil : "\(path) is of another type"
        }
        let gone = counts.keys.filter { isRegular($0) && others.lacks($0) }.map { "\($0) is gone" }
        return (retyped + gone).sorted()
    }

    /// Whether at least two records have it, and all that could. What is in lists inside a record comes and goes.
    private func isRegular(_ path: String) -> Bool {
        guard path.split(separator: "/").count(where: { $0 == "*" }) == 1,
            let records = objectCounts[Self.parent(of: path)]
        else { return false }
        return records >= 2 && counts[path] == records && !path.hasSuffix("/*")
    }

    private func lacks(_ path: String) -> Bool {
        counts[path] == nil && objectCounts[Self.parent(of: path)] != nil
    }

    private static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
}
