package import JSON
package import Platform

/// Reads the records of a response into drafts; a bad record is noted and does not affect the others.
///
/// ```swift
/// var reader = try DraftReader(response)
/// for photo in reader.records(in: reader.root["results"]) {
///     reader.read(photo) { (photo) throws(ProviderError) in
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
/// Missing required data is reported: the page states which path was missing, and in how many of how many records.
/// Missing optional data is not reported, unless ``compare(_:with:)`` finds that it is missing from all records. If a
/// body was cut off, only its complete records are read.
package struct DraftReader {
    /// The outermost value of the response.
    package let root: JSONValue

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
    package init(_ response: Response) throws(ProviderError) {
        let document = try response.json()
        let endsEarly = document.fault?.reason == .unexpectedEnd
        let damage = document.fault.map { "The answer \(endsEarly ? "ends early" : "is damaged"). \($0)" }
        self.init(document.root, damage: damage)
        self.endsEarly = endsEarly
    }

    /// Creates a reader for a converted response, with a description of damage to the response itself.
    package init(_ root: JSONValue, damage: String?) {
        self.root = root
        self.damage = damage
    }

    /// Returns the records of a list.
    ///
    /// - Parameters:
    ///   - list: The list. Any other value is noted as drift.
    ///   - areMembers: True to accept the members of an object as well.
    ///   - isOptional: True if the list may be missing, null or `""`.
    /// - Returns: Its elements, to be read one by one.
    package mutating func records(
        in list: JSONValue, areMembers: Bool = false, isOptional: Bool = false
    ) -> [JSONValue] {
        guard list.kind == .array || areMembers && list.kind == .object else {
            let isNothing = list.isMissing || list.isNull || list.string == ""
            if !(isNothing && (isOptional || !root.isComplete)) { note(missing: list) }
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

    /// Notes each documented field that is missing from all of the records or differs in all of them.
    package mutating func compare(_ records: [JSONValue], with shape: RecordShape) {
        for change in shape.changes(in: records.filter { $0.isComplete && $0.kind == .object }) {
            note(change: change.field, in: change.count)
        }
    }

    /// Reads one record, if it is complete. An error is noted and affects only this record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - draft: Creates a draft from the record, or returns nil if there is nothing to show.
    package mutating func read(_ record: JSONValue, as draft: (JSONValue) throws(ProviderError) -> Draft?) {
        guard record.isComplete else { return }
        do throws(ProviderError) {
            add(try draft(record))
        } catch {
            note(error)
        }
    }

    /// Adds a draft. Later drafts with the same ID are left out.
    package mutating func add(_ draft: consuming Draft?) {
        guard let draft, ids.insert(draft.localID).inserted else { return }
        drafts.append(draft)
    }

    /// Changes every draft, for data that can be derived only from all records together.
    package mutating func revise(_ change: (inout Draft) -> Void) {
        for index in drafts.indices { change(&drafts[index]) }
    }

    /// Indicates whether no draft was read so far.
    package var isEmpty: Bool { drafts.isEmpty }

    /// Notes the reason why a part of the response cannot be read.
    package mutating func note(_ error: ProviderError) {
        switch error {
        case .drift(let drifts): for field in drifts { drift.note(missing: field.path) }
        default: damage = error.description
        }
    }

    /// Notes a difference from the documentation.
    package mutating func note(missing field: JSONValue) { drift.note(missing: field.driftPath) }

    /// Notes a difference from the documentation in this number of records that does not prevent reading them.
    package mutating func note(change field: JSONValue, in count: Int) {
        drift.note(change: field.driftPath, in: count)
    }

    /// Returns a page of all drafts.
    ///
    /// - Throws: ``ProviderError`` if there are none because of drift or because the body ends too early.
    package func page(next: String? = nil, total: Int? = nil) throws(ProviderError) -> Page {
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

extension JSONValue {
    /// Returns the elements of a list, or the values of an object's members if members are accepted as records.
    package func records(areMembers: Bool) -> [JSONValue] {
        areMembers && kind == .object ? members.map(\.value) : Array(elements)
    }
}

extension JSONValue {
    /// An absolute web address; nil for `""`, a relative address or an unsafe one.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A text with visible content; nil for one of characters that are never drawn, which some titles consist of.
    package var visibleText: String? { text.flatMap { $0.isVisible ? $0 : nil } }

    /// A time in ISO 8601 format, with `Z` or an offset: `2019-03-02T11:23:42-05:00`.
    package var time: Date? {
        guard isComplete else { return nil }
        var time: Date?
        readPlainText { time = Date(iso8601: $0) }
        // The text may contain escapes or surrounding spaces.
        return time ?? text.flatMap { Date(iso8601: $0) }
    }

    /// Returns a size in pixels from two members that are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }

    /// Returns a place from its name and the members `latitude` and `longitude`, which are numbers or numbers in
    /// quotes. Two zeros mean that no position is known.
    package func place(named name: String?) -> Place? {
        guard let latitude = self["latitude"].degrees, let longitude = self["longitude"].degrees,
            latitude != 0 || longitude != 0
        else { return Place(name: name) }
        return Place(name: name, latitude: latitude, longitude: longitude) ?? Place(name: name)
    }

    private var degrees: Double? { double ?? text.flatMap { Double($0) } }
}

extension ProviderError {
    /// Returns an error for a required field that is missing or of another type.
    package static func missing(_ field: JSONValue) -> ProviderError {
        .drift([Drift(path: field.driftPath, count: 1, total: 1)])
    }
}

extension JSONValue {
    /// The path of the value, with `*` for any index in a list: `/results/*/urls/regular`.
    package var driftPath: String {
        JSONPointer(tokens: pointer.tokens.map { Int($0) == nil ? $0 : "*" }).description
    }
}

extension JSONValue {
    /// Reads a required value: `try photo["id"].required(\.text)`.
    ///
    /// An optional field is simply `photo["description"].text`.
    ///
    /// - Parameter fact: Converts the value; nil if it is missing or of another type.
    /// - Returns: The converted value.
    /// - Throws: ``ProviderError/drift(_:)`` with the path of this value.
    @specialized(where Fact == String)
    @specialized(where Fact == Int)
    package func required<Fact>(_ fact: (JSONValue) -> Fact?) throws(ProviderError) -> Fact {
        guard let fact = fact(self) else { throw .missing(self) }
        return fact
    }
}
