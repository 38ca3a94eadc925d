package import JSON

extension JSONValue {
    /// The elements of a list; of an object its members' values, where records may be members.
    package func records(areMembers: Bool) -> [JSONValue] {
        areMembers && kind == .object ? members.map(\.value) : Array(elements)
    }
}

/// Reads the records of an answer into drafts: a bad record is noted and costs only itself.
///
/// ```swift
/// var reader = try DraftReader(response)
/// for photo in reader.records(in: reader.root["results"]) {
///     reader.read(photo) { (photo) throws(MissingField) in
///         var draft = Draft(
///             localID: try photo["id"].required(\.text), kind: .photo,
///             title: try photo["title"].required(\.text), page: try photo["link"].required(\.webURL))
///         draft.summary = photo["description"].text
///         return draft
///     }
/// }
/// return .page(try reader.page())
/// ```
///
/// What is required is loud: the page tells which path was missing, in how many records of how many.
/// What is optional is silent, until ``compare(_:with:)`` sees that it is gone from all of them. Of a body that was
/// cut off, only the whole records are read.
package struct DraftReader {
    /// The outermost value of the answer.
    package let root: JSONValue

    private var drafts: [Draft] = []
    private var ids: Set<String> = []
    private var drift = DriftTally()
    private var damage: String?
    private var endsEarly = false
    private var room = Self.greatestRecordCount

    /// More records than any page has; reading stops there.
    package static let greatestRecordCount = 1_000

    /// Opens an answer.
    ///
    /// - Throws: ``DecodingFault/unreadable(_:)`` if it is not JSON at all.
    package init(_ response: Response) throws(DecodingFault) {
        let document = try response.json()
        let endsEarly = document.fault?.reason == .unexpectedEnd
        let damage = document.fault.map { "The answer \(endsEarly ? "ends early" : "is damaged"). \($0)" }
        self.init(document.root, damage: damage)
        self.endsEarly = endsEarly
    }

    /// Reads what was made of an answer, with what is wrong with the answer itself.
    package init(_ root: JSONValue, damage: String?) {
        self.root = root
        self.damage = damage
    }

    /// The records of a list.
    ///
    /// - Parameters:
    ///   - list: Where they are. Anything but a list there is drift.
    ///   - areMembers: Whether they may be the members of an object, too.
    ///   - isOptional: Whether the list may be missing, null or `""`.
    /// - Returns: Its elements, to be read one by one.
    package mutating func records(
        in list: JSONValue, areMembers: Bool = false, isOptional: Bool = false
    ) -> [JSONValue] {
        guard list.kind == .array || areMembers && list.kind == .object else {
            let isNothing = list.isMissing || list.isNull || list.string == ""
            if !(isNothing && (isOptional || !root.isComplete)) { drift.note(MissingField(list)) }
            return []
        }
        var records = Array(list.records(areMembers: areMembers).prefix(room + 1))
        if records.count > room {
            damage = "The answer has more than \(Self.greatestRecordCount) records; the rest was not read."
            records.removeLast()
        }
        room -= records.count
        drafts.reserveCapacity(drafts.count + records.count)
        ids.reserveCapacity(ids.count + records.count)
        drift.count(records.count { $0.isComplete }, in: list)
        return records
    }

    /// Notes where not one of the records is as all are documented to be.
    package mutating func compare(_ records: [JSONValue], with shape: RecordShape) {
        for change in shape.changes(in: records.filter { $0.isComplete && $0.kind == .object }) {
            drift.note(change: change.field, in: change.count)
        }
    }

    /// Reads one record, if it is whole.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - draft: Makes a draft of it, or nil where it holds nothing to show.
    package mutating func read(_ record: JSONValue, as draft: (JSONValue) throws(MissingField) -> Draft?) {
        guard record.isComplete else { return }
        do throws(MissingField) {
            add(try draft(record))
        } catch {
            note(error)
        }
    }

    /// Adds a draft. A second one with the same id is the same item and is left out.
    package mutating func add(_ draft: consuming Draft?) {
        guard let draft, ids.insert(draft.localID).inserted else { return }
        drafts.append(draft)
    }

    /// Changes what was read, where only all records together tell what holds for each.
    package mutating func revise(_ change: (inout Draft) -> Void) {
        for index in drafts.indices { change(&drafts[index]) }
    }

    /// Whether nothing was read so far.
    package var isEmpty: Bool { drafts.isEmpty }

    /// Notes that something is not as documented.
    package mutating func note(_ missing: MissingField) { drift.note(missing) }

    /// Notes that something is not as documented in so many records, which costs none of them.
    package mutating func note(change field: MissingField, in count: Int) {
        drift.note(change: field, in: count)
    }

    /// The page of everything that was read.
    ///
    /// - Throws: ``DecodingFault`` if nothing was, because of drift or because the body ends too early.
    package func page(next: String? = nil, total: Int? = nil) throws(DecodingFault) -> Page {
        if drafts.isEmpty {
            let essential = drift.essential
            if !essential.isEmpty { throw .drift(essential) }
            if !root.isComplete, let damage { throw .unreadable(damage) }
        }
        var page = Page(drafts: drafts, next: next, total: total, drift: drift.all, damage: damage)
        page.endsEarly = endsEarly
        return page
    }
}
