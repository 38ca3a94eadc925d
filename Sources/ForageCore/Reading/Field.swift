package import JSON
public import Platform

/// A value in a response, as a provider reads it.
///
/// Reading a field declares that the service documents it. If no record of a response has the field, or all of them
/// have it with another type, the page reports ``Drift``. A value that is null or empty is never reported.
///
/// ```swift
/// let name = photo["user"]["name"].text           // documented
/// let city = photo[ifPresent: "city"].text        // documented as one that may be missing
/// let id = try photo["id"].required(\.text)       // needed: a record without it is left out and reported
/// ```
///
/// A look-up that does not suit the value returns a missing field, and a property returns nil, so chains need no checks.
public struct Field {
    /// The value in the document.
    package let value: JSONValue
    private let log: FieldLog?
    private let node: Int

    /// Creates a field that is not observed.
    package init(_ value: JSONValue) {
        self.value = value
        log = nil
        node = FieldLog.root
    }

    init(_ value: JSONValue, log: FieldLog, node: Int) {
        self.value = value
        self.log = log
        self.node = node
    }

    /// The same value, not observed.
    var unobserved: Field { Field(value) }
}

// MARK: - Values inside

extension Field {
    /// The member with this name, which the service documents.
    ///
    /// ```swift
    /// photo["urls"]["regular"].webURL
    /// ```
    public subscript(name: String) -> Field { member(name, isOptional: false) }

    /// The member with this name, which may be missing from all records.
    ///
    /// ```swift
    /// photo[ifPresent: "location"]["city"].text
    /// ```
    public subscript(ifPresent name: String) -> Field { member(name, isOptional: true) }

    private func member(_ name: String, isOptional: Bool) -> Field {
        let member = value[name]
        guard let log, isNoted(as: .object), value.isComplete, !value.isEmpty else { return Field(member) }
        return Field(member, log: log, node: log.child(name, of: node, isOptional: isOptional))
    }

    /// The element of a list at a position, counted from 0.
    public subscript(index: Int) -> Field {
        guard let log, isNoted(as: .array), value.isComplete, !value.isEmpty else {
            return Field(value[index])
        }
        return Field(value[index], log: log, node: log.child("*", of: node))
    }

    /// The elements of a list; none for a value of another type.
    ///
    /// ```swift
    /// draft.tags = photo["tags"].elements.compactMap { $0["title"].text }
    /// ```
    public var elements: some Sequence<Field> {
        let log = isNoted(as: .array) ? log : nil
        let element = log?.child("*", of: node)
        return value.elements.lazy.map { value in
            if let log, let element { Field(value, log: log, node: element) } else { Field(value) }
        }
    }

    /// The members of an object in their original order; none for a value of another type. Their names are not declared.
    public var members: some Sequence<(name: String, field: Field)> {
        _ = isNoted(as: .object)
        return value.members.lazy.map { (name: $0.key, field: Field($0.value)) }
    }

    /// Returns the members whose names have a prefix, with the rest of each name: `q` and `z` for `url_q` and `url_z`.
    /// Their names are not declared.
    public func members(startingWith beginning: String) -> [(ending: String, field: Field)] {
        value.members(startingWith: beginning).map { (ending: $0.ending, field: Field($0.value)) }
    }
}

// MARK: - Types

extension Field {
    /// Indicates whether the record has the field, even if it is null.
    public var exists: Bool { value.exists }

    /// Indicates whether the value is null.
    public var isNull: Bool { value.isNull }

    /// Indicates whether the value is a text, even an empty one.
    public var isText: Bool { value.kind == .string }

    /// Indicates whether the value is a list.
    public var isList: Bool { value.kind == .array }

    /// Indicates whether the value is an object.
    public var isObject: Bool { value.kind == .object }

    /// Indicates whether the value is complete. False if the response ends inside or before it.
    public var isComplete: Bool { value.isComplete }

    /// Indicates whether it is a list or an object without contents, or a value of another type.
    public var isEmpty: Bool { value.isEmpty }

    /// Notes the type of the value, and returns true if the value is of this type.
    private func isNoted(as kind: JSONValue.Kind) -> Bool { isNoted { $0 == kind } }

    private func isNoted(_ fits: (JSONValue.Kind) -> Bool) -> Bool {
        let kind = value.kind
        let isFitting = fits(kind)
        guard let log else { return isFitting }
        if isFitting {
            log.confirm(node)
        } else if kind == .missing {
            log.noteMissing(node)
        } else if !isNothing {
            log.noteStrange(node)
        }
        return isFitting
    }

    /// Indicates whether the value is null or `""`.
    private var isNothing: Bool {
        isNull || isText && value.byteRange.count <= "\"\"".utf8.count
    }
}

// MARK: - Facts

extension Field {
    /// A text without white space at its ends; nil if it is empty. A number is not a text: an ID that is a number is read
    /// with `int.map(String.init)`.
    public var text: String? { isNoted(as: .string) ? value.text : nil }

    /// A text on one line, with single spaces; nil if it is empty.
    public var line: String? { text?.withSingleSpaces }

    /// A text with visible content; nil for one of characters that are never drawn, which some titles consist of.
    public var visibleText: String? { text.flatMap { $0.isVisible ? $0 : nil } }

    /// A text with visible content, on one line with single spaces.
    public var visibleLine: String? { visibleText?.withSingleSpaces }

    /// A text, or a number as it is written, such as an ID that some services write as a number.
    public var textOrNumber: String? {
        guard isNoted({ $0 == .string || $0 == .number }) else { return nil }
        return value.text ?? value.numberAsWritten
    }

    /// A whole number, which may be in quotes or be written as `3.0`.
    ///
    /// ```swift
    /// let total = root["total"].int
    /// ```
    public var int: Int? {
        let number = value.flexibleInt
        _ = isNoted { $0 == .number || $0 == .string && number != nil }
        return number
    }

    /// A number, which may be in quotes.
    public var double: Double? {
        let number = value.double ?? value.text.flatMap { Double($0) }
        _ = isNoted { $0 == .number || $0 == .string && number != nil }
        return number
    }

    /// True or false.
    public var bool: Bool? { isNoted(as: .bool) ? value.bool : nil }

    /// An absolute web address; nil for `""`, a relative address or an unsafe one.
    public var webURL: WebURL? { isNoted(as: .string) ? value.webURL : nil }

    /// A web address whose `http` is changed to `https`.
    public var secureURL: WebURL? {
        webURL.flatMap { $0.isSecure ? $0 : WebURL("https" + $0.text.dropFirst("http".count)) }
    }

    /// A time as seconds since 1970, or as `2013-11-02 15:58:24` in UTC; nil for a number that is too small, such as a
    /// year.
    public var timestamp: Date? {
        let time =
            int.map { Date(timeIntervalSince1970: Double($0)) }
            ?? text.flatMap { Date(iso8601: $0.replacing(" ", with: "T") + "Z") }
        return time.flatMap { (1e8..<253_402_300_799).contains($0.timeIntervalSince1970) ? $0 : nil }
    }

    /// A time in ISO 8601 format, with `Z` or an offset: `2019-03-02T11:23:42-05:00`.
    public var time: Date? { isNoted(as: .string) ? value.time : nil }

    /// Returns a size in pixels from two members that are numbers or numbers in quotes.
    ///
    /// ```swift
    /// let size = photo.pixelSize(width: "width", height: "height")
    /// ```
    public func pixelSize(width: String, height: String) -> PixelSize? {
        PixelSize(width: self[width].int, height: self[height].int)
    }

    /// Returns a place from the parts of its name, from the smallest to the largest, and its position.
    ///
    /// ```swift
    /// photo["location"].place(named: ["Skagen", "Denmark"])   // Skagen, Denmark
    /// ```
    public func place(named parts: [String]) -> Place? {
        place(named: parts.isEmpty ? nil : parts.joined(separator: ", "))
    }

    /// Returns a place from its name and the members `latitude` and `longitude`, which are numbers or numbers in
    /// quotes. Two zeros mean that no position is known.
    public func place(named name: String?) -> Place? {
        guard let latitude = self["latitude"].double, let longitude = self["longitude"].double,
            latitude != 0 || longitude != 0
        else { return Place(name: name) }
        return Place(name: name, latitude: latitude, longitude: longitude) ?? Place(name: name)
    }

    /// Returns a value that every item needs.
    ///
    /// ```swift
    /// let title = try photo["title"].required(\.text)
    /// ```
    ///
    /// - Parameter fact: Converts the field; nil if it is missing or of another type.
    /// - Returns: The converted value.
    /// - Throws: ``ProviderError/drift(_:)`` with the path of this field.
    @specialized(where Fact == String)
    @specialized(where Fact == Int)
    public func required<Fact>(_ fact: (Field) -> Fact?) throws(ProviderError) -> Fact {
        guard let fact = fact(self) else { throw .missing(self) }
        return fact
    }
}

extension ProviderError {
    /// Returns an error for a required field that is missing or of another type.
    public static func missing(_ field: Field) -> ProviderError {
        .drift([Drift(path: field.value.driftPath, count: 1, total: 1)])
    }
}

/// The fields that a provider has read in a response, with the number of records in which each one is missing or has
/// another type.
///
/// A field that one record has as expected is never reported, whatever the other records look like.
final class FieldLog {
    private var nodes = [Node(name: "", parent: 0, isOptional: false)]
    private var recordNumber = 0
    /// The number of fields that no record had as expected so far, although one should have.
    private var suspectCount = 0

    /// A field at one path, whichever record it was read in.
    private struct Node {
        let name: String
        let parent: Int
        var isOptional: Bool
        var isConfirmed = false
        var strangeCount = 0
        var lastStrangeRecord = -1
        var children: [Int] = []
        /// The position of the child that is probably read next, because records are read in the same order.
        var nextChild = 0
    }

    /// The node of the outermost value.
    static let root = 0

    /// Starts the next record.
    ///
    /// - Returns: False if nothing needs to be noted any more: the first records had every field as expected.
    func beginRecord() -> Bool {
        recordNumber += 1
        return recordNumber <= Self.sampleCount || suspectCount > 0
    }

    /// The number of records that are always examined.
    private static let sampleCount = 4

    /// Returns the node of a member or, for the name `*`, of the elements of a list.
    func child(_ name: String, of parent: Int, isOptional: Bool = false) -> Int {
        let count = nodes[parent].children.count
        var place = nodes[parent].nextChild
        for _ in 0..<count {
            if place == count { place = 0 }
            let child = nodes[parent].children[place]
            if nodes[child].name == name {
                nodes[parent].nextChild = place + 1
                if isOptional { nodes[child].isOptional = true }
                return child
            }
            place += 1
        }
        nodes.append(Node(name: name, parent: parent, isOptional: isOptional))
        nodes[parent].children.append(nodes.count - 1)
        nodes[parent].nextChild = count + 1
        return nodes.count - 1
    }

    /// Notes that a record has the field as expected.
    func confirm(_ node: Int) {
        guard !nodes[node].isConfirmed else { return }
        nodes[node].isConfirmed = true
        if nodes[node].strangeCount > 0 { suspectCount -= 1 }
    }

    /// Notes that a record lacks the field.
    func noteMissing(_ node: Int) {
        if !nodes[node].isOptional { noteStrange(node) }
    }

    /// Notes that a record has the field with another type.
    func noteStrange(_ node: Int) {
        // A field may be read several times in one record.
        guard !nodes[node].isConfirmed, nodes[node].lastStrangeRecord != recordNumber else { return }
        nodes[node].lastStrangeRecord = recordNumber
        nodes[node].strangeCount += 1
        if nodes[node].strangeCount == 1 { suspectCount += 1 }
    }

    /// The fields that no record has as expected, with the number of records that show it.
    var changes: [(path: String, count: Int)] {
        nodes.indices.compactMap { node in
            guard nodes[node].strangeCount > 0, !nodes[node].isConfirmed else { return nil }
            return (path(of: node), nodes[node].strangeCount)
        }
    }

    private func path(of node: Int) -> String {
        var tokens: [String] = []
        var node = node
        while node != Self.root {
            tokens.append(nodes[node].name)
            node = nodes[node].parent
        }
        return JSONPointer(tokens: tokens.reversed()).description
    }
}

extension JSONValue {
    /// An absolute web address; nil for `""`, a relative address or an unsafe one.
    package var webURL: WebURL? { isComplete ? text.flatMap { WebURL($0) } : nil }

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

    /// The path of the value, with `*` for any index in a list: `/results/*/urls/regular`.
    package var driftPath: String {
        JSONPointer(tokens: pointer.tokens.map { Int($0) == nil ? $0 : "*" }).description
    }
}
