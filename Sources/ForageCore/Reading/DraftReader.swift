package import JSON

/// Reads the records of a response into drafts; a bad record is noted and does not affect the others.
///
/// ```swift
/// var reader = try DraftReader(response)
/// reader.readEach(in: reader.root["results"], as: draft)
/// return .page(try reader.page(total: reader.root["total"].int))
///
/// func draft(of photo: Field) throws(ProviderError) -> Draft {
///     var draft = Draft(
///         localID: try photo["id"].required(\.text), kind: .photo,
///         title: try photo["title"].required(\.text), page: try photo["link"].required(\.webURL))
///     draft.summary = photo["description"].text
///     return draft
/// }
/// ```
///
/// The page states which fields were missing, and in how many of how many records: required ones in any record, others
/// only if all records lack them. If a body was cut off, only its complete records are read.
public struct DraftReader {
    /// The outermost value of the response.
    public let root: Field

    private let log: FieldLog
    private var drafts: [Draft] = []
    private var ids: Set<String> = []
    private var drift = DriftTally()
    private var damage: String?
    private var endsEarly = false
    private var room = Self.greatestRecordCount

    /// The maximum number of records to read, more than any page contains.
    package static let greatestRecordCount = 1_000

    /// Opens a response.
    ///
    /// - Throws: ``ProviderError/unreadable(_:)`` if it is not JSON at all.
    public init(_ response: Response) throws(ProviderError) {
        let document = try response.json()
        let endsEarly = document.fault?.reason == .unexpectedEnd
        let damage = document.fault.map { "The answer \(endsEarly ? "ends early" : "is damaged"). \($0)" }
        self.init(document.root, damage: damage)
        self.endsEarly = endsEarly
    }

    /// Creates a reader for a converted response, with a description of damage to the response itself.
    package init(_ root: JSONValue, damage: String?) {
        let log = FieldLog()
        self.root = Field(root, log: log, node: FieldLog.root)
        self.log = log
        self.damage = damage
    }

    /// Returns the outermost value of a further response, to whose fields the same rules apply.
    ///
    /// ```swift
    /// let sizes = try reader.root(of: response.following[0])["sizes"]
    /// ```
    ///
    /// - Throws: ``ProviderError/unreadable(_:)`` if it is not JSON at all.
    public func root(of response: Response) throws(ProviderError) -> Field {
        Field(try response.json().root, log: log, node: FieldLog.root)
    }

    // MARK: - Records

    /// Reads every record of a list.
    ///
    /// - Parameters:
    ///   - list: The list. Any other value is reported as drift.
    ///   - draft: Creates a draft from a record, or returns nil if there is nothing to show.
    public mutating func readEach(in list: Field, as draft: (Field) throws(ProviderError) -> Draft?) {
        for record in records(in: list) { read(record, as: draft) }
    }

    /// Reads every record of a list that has parts of an item, such as its files.
    ///
    /// - Parameters:
    ///   - list: The list. Any other value is reported as drift.
    ///   - value: Creates a part from a record, or returns nil to leave it out.
    /// - Returns: The parts; a bad record is noted and left out.
    public mutating func values<Value>(
        in list: Field, as value: (Field) throws(ProviderError) -> Value?
    ) -> [Value] {
        var values: [Value] = []
        readEach(in: list) { (record) throws(ProviderError) in
            if let value = try value(record) { values.append(value) }
            return nil
        }
        return values
    }

    /// Returns the records of a list, to be read one by one.
    ///
    /// - Parameters:
    ///   - list: The list. Any other value is reported as drift.
    ///   - isOptional: True if the list may be missing, null or `""`.
    /// - Returns: The records, at most 1,000 in one response.
    public mutating func records(in list: Field, isOptional: Bool = false) -> [Field] {
        records(in: list, areMembers: false, isOptional: isOptional)
    }

    /// Returns the records of a list, or the values of an object's members if members are accepted as records.
    package mutating func records(in field: Field, areMembers: Bool, isOptional: Bool) -> [Field] {
        let list = field.value
        guard list.kind == .array || areMembers && list.kind == .object else {
            let isNothing = list.isMissing || list.isNull || list.string == ""
            if !(isNothing && (isOptional || !root.isComplete)) { note(missing: field) }
            return []
        }
        var records =
            areMembers && list.kind == .object
            ? list.members.prefix(room + 1).map { Field($0.value) } : Array(field.elements.prefix(room + 1))
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

    /// Reads one record, if it is complete. An error is noted and affects only this record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - draft: Creates a draft from the record, or returns nil if there is nothing to show.
    public mutating func read(_ record: Field, as draft: (Field) throws(ProviderError) -> Draft?) {
        guard record.isComplete else { return }
        do throws(ProviderError) {
            add(try draft(log.beginRecord() ? record : record.unobserved))
        } catch {
            note(error)
        }
    }

    /// Adds a draft. Later drafts with the same ID are left out, as are repeated tags.
    public mutating func add(_ draft: consuming Draft?) {
        guard var draft, ids.insert(draft.localID).inserted else { return }
        if draft.tags.count > 1 { draft.tags = draft.tags.distinct }
        drafts.append(draft)
    }

    /// Changes every draft, for data that can be derived only from all records together.
    public mutating func revise(_ change: (inout Draft) -> Void) {
        for index in drafts.indices { change(&drafts[index]) }
    }

    /// Indicates whether no draft was read so far.
    public var isEmpty: Bool { drafts.isEmpty }

    // MARK: - Notes

    /// Notes the reason why a part of the response cannot be read.
    public mutating func note(_ error: ProviderError) {
        switch error {
        case .drift(let drifts): for field in drifts { drift.note(missing: field.path) }
        default: damage = error.description
        }
    }

    /// Notes that a field is missing without which nothing can be shown.
    public mutating func note(missing field: Field) { drift.note(missing: field.value.driftPath) }

    /// Notes that a field differs in this number of records, which can be shown without it.
    public mutating func note(change field: Field, in count: Int) {
        drift.note(change: field.value.driftPath, in: count)
    }

    /// Returns a page of all drafts.
    ///
    /// - Parameters:
    ///   - next: The provider's cursor for the next page; nil at the end.
    ///   - total: The total number of items, if the service states it.
    /// - Returns: The page, with all differences from the documentation.
    /// - Throws: ``ProviderError`` if there are none because of drift or because the body ends too early.
    public func page(next: String? = nil, total: Int? = nil) throws(ProviderError) -> Page {
        var drift = drift
        for change in log.changes { drift.note(change: change.path, in: change.count) }
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
