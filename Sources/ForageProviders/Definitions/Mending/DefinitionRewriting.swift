internal import ForageCore
internal import JSON

/// Writes a definition again, with an alternative for each value that has moved.
struct DefinitionRewriting {
    private let root: JSONValue
    private let moves: MendingWork.Moves
    private let records: [JSONValue]
    private let list: DefinitionMend.Move?

    /// Prepares a definition.
    ///
    /// - Parameters:
    ///   - root: The definition.
    ///   - moves: The new pointers.
    ///   - list: The new place of the list of items or of the single item, if it has moved.
    ///   - records: The records of the new answer, which must agree with the shape.
    init(
        _ root: JSONValue, _ moves: MendingWork.Moves = [:], list: DefinitionMend.Move? = nil,
        records: [JSONValue] = []
    ) {
        self.root = root
        self.moves = moves
        self.list = list
        self.records = records
    }

    /// The definition, with one more sample.
    func json(adding sample: ((inout JSONWriter) -> Void)?) -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.object { writer in
                for member in root.members {
                    writer.member(member.key) { write(member, sample, &$0) }
                }
            }
        } + [UInt8(ascii: "\n")]
    }

    private func write(
        _ member: JSONMember, _ sample: ((inout JSONWriter) -> Void)?, _ writer: inout JSONWriter
    ) {
        switch member.key {
        case "items", "record": place(member.value, &writer)
        case "search", "browse", "day", "details":
            members(of: member.value, &writer) { part, writer in
                if ["items", "record"].contains(part.key) {
                    place(part.value, &writer)
                } else {
                    writer.value(part.value)
                }
            }
        case "about" where sample != nil:
            writer.object { writer in
                let version = member.value["version"].int ?? 1
                for part in member.value.members where part.key != "version" {
                    writer.member(part.key) { $0.value(part.value) }
                }
                writer.member("version", version + 1)
            }
        case "total", "failure": value(member.value, nil, &writer)
        case "paging":
            members(of: member.value, &writer) { part, writer in
                if ["next", "pages"].contains(part.key) {
                    value(part.value, nil, &writer)
                } else {
                    writer.value(part.value)
                }
            }
        case "order": value(member.value, [], &writer)
        case "item": item(member.value, &writer)
        case "shape": shape(member.value, &writer)
        case "samples":
            writer.array { writer in
                for old in member.value.elements { writer.value(old) }
                if let sample { sample(&writer) }
            }
        default: writer.value(member.value)
        }
    }

    /// Writes the place of the items, after the place where they are now.
    private func place(_ json: JSONValue, _ writer: inout JSONWriter) {
        guard let list, json.string == list.old else { return writer.value(json) }
        writer.array { writer in
            writer.string(list.new)
            writer.string(list.old)
        }
    }

    private func members(
        of object: JSONValue, _ writer: inout JSONWriter, _ write: (JSONMember, inout JSONWriter) -> Void
    ) {
        writer.object { writer in
            for member in object.members { writer.member(member.key) { write(member, &$0) } }
        }
    }

    // MARK: - Items

    private func item(_ item: JSONValue, _ writer: inout JSONWriter) {
        members(of: item, &writer) { member, writer in
            if member.key == "files" {
                writer.array { writer in
                    for file in member.value.elements { self.file(file, &writer) }
                }
            } else {
                field(member, [], &writer)
            }
        }
    }

    private func field(_ member: JSONMember, _ lists: [String], _ writer: inout JSONWriter) {
        guard ["creator", "licence", "via", "like", "place", "camera"].contains(member.key) else {
            return value(member.value, lists, &writer)
        }
        members(of: member.value, &writer) { value($0.value, lists, &$1) }
    }

    /// Writes a file. If its list has moved, there is one file for either place.
    private func file(_ file: JSONValue, _ writer: inout JSONWriter) {
        let list = file["each"].string
        let lists = list.map { [$0] } ?? []
        let hasMoved = list.map { moves[[]]?[$0] != nil } ?? false || isMoved(file["where"], lists)
        guard hasMoved else {
            return members(of: file, &writer) { member, writer in
                if ["role", "each", "where"].contains(member.key) {
                    writer.value(member.value)
                } else {
                    field(member, lists, &writer)
                }
            }
        }
        members(of: file, &writer) { member, writer in
            switch member.key {
            case "role": writer.value(member.value)
            case "each": moved(member.value, [], &writer)
            case "like": members(of: member.value, &writer) { moved($0.value, lists, &$1) }
            default: moved(member.value, lists, &writer)
            }
        }
        writer.value(file)
    }

    // MARK: - Values

    /// Writes a value, after one that reads it where it is now.
    private func value(_ json: JSONValue, _ lists: [String]?, _ writer: inout JSONWriter) {
        guard isMoved(json, lists) else { return writer.value(json) }
        writer.object { writer in
            let isChoice = json["first"].exists && !isMoved(json["when"], lists)
            let parts = isChoice ? Array(json["first"].elements) : [json]
            writer.array("first") { writer in
                for part in parts {
                    if isMoved(part, lists) { moved(part, lists, &writer) }
                    writer.value(part)
                }
            }
            guard isChoice else { return }
            for member in json.members where member.key != "first" {
                writer.member(member.key) { $0.value(member.value) }
            }
        }
    }

    /// Indicates whether a pointer in a value has moved.
    private func isMoved(_ json: JSONValue, _ lists: [String]?) -> Bool {
        guard json.exists else { return false }
        let old = JSONWriter.bytes { $0.value(json) }
        return old != JSONWriter.bytes { moved(json, lists, &$0) }
    }

    /// Writes a value, condition or pointer with the new pointers in place of the old ones.
    private func moved(_ json: JSONValue, _ lists: [String]?, _ writer: inout JSONWriter) {
        switch json.kind {
        case .string: writer.string(moved(json.string ?? "", lists))
        case .array:
            writer.array { writer in
                for element in json.elements { moved(element, lists, &writer) }
            }
        case .object:
            let inner = json["each"].string.map { (lists ?? []) + [$0] } ?? lists
            members(of: json, &writer) { member, writer in
                switch member.key {
                case "at", "first", "all", "when", "named", "lookup", "each":
                    moved(member.value, lists, &writer)
                case "value" where json["lookup"].exists: writer.value(member.value)
                case "value", "where": moved(member.value, inner, &writer)
                case "text": writer.string(template(member.value.string ?? "", lists))
                default: writer.value(member.value)
                }
            }
        default: writer.value(json)
        }
    }

    private func moved(_ pointer: String, _ lists: [String]?) -> String {
        if pointer.hasPrefix("#") {
            return moves[nil]?[String(pointer.dropFirst())].map { "#\($0)" } ?? pointer
        }
        return moves[lists]?[pointer] ?? pointer
    }

    private func template(_ text: String, _ lists: [String]?) -> String {
        let moves =
            (moves[lists] ?? [:]).map { ($0.key, $0.value) }
            + (moves[nil] ?? [:]).map { ("#\($0.key)", "#\($0.value)") }
        return moves.reduce(text) { text, move in
            text.replacing("{\(move.0)}", with: "{\(move.1)}").replacing("{+\(move.0)}", with: "{+\(move.1)}")
        }
    }

    // MARK: - Shape

    /// Writes the shape. What the new records do not have may be missing, or is left out if they have another form of it.
    private func shape(_ shape: JSONValue, _ writer: inout JSONWriter) {
        writer.object { writer in
            for member in shape.members {
                let words = member.value.string ?? ""
                let loose = words.split(separator: " ").first.map { "\($0) or missing" } ?? words
                guard !member.key.hasPrefix("#") else { continue }
                if isMet(member.key, words) {
                    writer.member(member.key, words)
                } else if isMet(member.key, loose) {
                    writer.member(member.key, loose)
                }
                if let new = moves[[]]?[member.key], isMet(new, loose) { writer.member(new, loose) }
            }
        }
    }

    private func isMet(_ path: String, _ words: String) -> Bool {
        guard let form = RecordShape.Form(words: words) else { return false }
        return RecordShape([(path, form)]).changes(in: records).isEmpty
    }
}
