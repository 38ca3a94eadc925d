package import JSON
package import Platform

/// Reads the records of an answer into drafts: a bad record is noted and costs only itself.
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
    /// - Throws: ``ProviderError/unreadable(_:)`` if it is not JSON at all.
    package init(_ response: Response) throws(ProviderError) {
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

    /// Notes where not one of the records is as all are documented to be.
    package mutating func compare(_ records: [JSONValue], with shape: RecordShape) {
        for change in shape.changes(in: records.filter { $0.isComplete && $0.kind == .object }) {
            note(change: change.field, in: change.count)
        }
    }

    /// Reads one record, if it is whole. What is thrown is noted and costs only this record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - draft: Makes a draft of it, or nil where it holds nothing to show.
    package mutating func read(_ record: JSONValue, as draft: (JSONValue) throws(ProviderError) -> Draft?) {
        guard record.isComplete else { return }
        do throws(ProviderError) {
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

    /// Notes why a part of the answer cannot be read.
    package mutating func note(_ error: ProviderError) {
        switch error {
        case .drift(let drifts): for field in drifts { drift.note(missing: field.path) }
        default: damage = error.description
        }
    }

    /// Notes that something is not as documented.
    package mutating func note(missing field: JSONValue) { drift.note(missing: field.driftPath) }

    /// Notes that something is not as documented in so many records, which costs none of them.
    package mutating func note(change field: JSONValue, in count: Int) {
        drift.note(change: field.driftPath, in: count)
    }

    /// The page of everything that was read.
    ///
    /// - Throws: ``ProviderError`` if nothing was, because of drift or because the body ends too early.
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
    /// The elements of a list; of an object its members' values, where records may be members.
    package func records(areMembers: Bool) -> [JSONValue] {
        areMembers && kind == .object ? members.map(\.value) : Array(elements)
    }
}

extension JSONValue {
    /// An absolute web address; nil for `""`, for a relative one and for anything unsafe.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

    /// A text in which there is something to be seen; some hide a title by signs that are never drawn.
    package var visibleText: String? { text.flatMap { $0.isVisible ? $0 : nil } }

    /// A time as ISO 8601 writes it, with `Z` or an offset: `2019-03-02T11:23:42-05:00`.
    package var time: Date? {
        guard isComplete else { return nil }
        var time: Date?
        readPlainText { time = Date(iso8601: $0) }
        // There may be escapes in it, or spaces around.
        return time ?? text.flatMap { Date(iso8601: $0) }
    }

    /// A size in pixels out of two members, whether they are numbers or numbers in quotes.
    package func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].flexibleInt, height: self[height].flexibleInt)
    }

    /// A place by its name and by the members `latitude` and `longitude`, whether they are numbers or numbers in
    /// quotes. Both are 0 where nobody marked the spot.
    package func place(named name: String?) -> Place? {
        guard let latitude = self["latitude"].degrees, let longitude = self["longitude"].degrees,
            latitude != 0 || longitude != 0
        else { return Place(name: name) }
        return Place(name: name, latitude: latitude, longitude: longitude) ?? Place(name: name)
    }

    private var degrees: Double? { double ?? text.flatMap { Double($0) } }
}

extension ProviderError {
    /// States that a field that a record cannot do without is missing or of another type.
    package static func missing(_ field: JSONValue) -> ProviderError {
        .drift([Drift(path: field.driftPath, count: 1, total: 1)])
    }
}

extension JSONValue {
    /// The place of the value, with `*` for any place in a list: `/results/*/urls/regular`.
    package var driftPath: String {
        JSONPointer(tokens: pointer.tokens.map { Int($0) == nil ? $0 : "*" }).description
    }
}

extension JSONValue {
    /// Reads what a record cannot do without: `try photo["id"].required(\.text)`.
    ///
    /// An optional field is simply `photo["description"].text`.
    ///
    /// - Parameter fact: How the value is read; nil if it is not there or not of that type.
    /// - Returns: What was read.
    /// - Throws: ``ProviderError/drift(_:)`` with the path of this value.
    @specialized(where Fact == String)
    @specialized(where Fact == Int)
    package func required<Fact>(_ fact: (JSONValue) -> Fact?) throws(ProviderError) -> Fact {
        guard let fact = fact(self) else { throw .missing(self) }
        return fact
    }
}
