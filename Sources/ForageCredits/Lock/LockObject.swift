internal import ForageCore
internal import JSON

/// A fault at a byte of a lock.
struct LockFinding: Error {
    let offset: Int
    let fault: LockFault

    init(_ fault: LockFault, at value: JSONValue) {
        self.fault = fault
        offset = value.byteRange.lowerBound
    }
}

/// An object of a lock, whose members must all be known.
struct LockObject {
    private let value: JSONValue
    private var members: [String: JSONValue] = [:]

    init(_ value: JSONValue, named name: String, allowing names: Set<String>) throws(LockFinding) {
        guard value.kind == .object else {
            throw LockFinding(.unexpectedValue(name, expected: "an object"), at: value)
        }
        self.value = value
        for member in value.members {
            let key = member.key
            guard names.contains(key) else {
                let nearest = nearestName(to: key, among: names.sorted())
                throw LockFinding(.unknownMember(key, nearest: nearest), at: member.value)
            }
            guard members.updateValue(member.value, forKey: key) == nil else {
                throw LockFinding(.repeatedMember(key), at: member.value)
            }
        }
    }

    subscript(key: String) -> JSONValue? { members[key] }

    /// Returns a member that must exist.
    func needed<Result>(
        _ key: String, _ read: (String) throws(LockFinding) -> Result?
    ) throws(LockFinding) -> Result {
        guard let result = try read(key) else { throw LockFinding(.missingMember(key), at: value) }
        return result
    }

    func text(_ key: String) throws(LockFinding) -> String? { try read(key, "a text") { $0.string } }

    func count(_ key: String) throws(LockFinding) -> Int? {
        try read(key, "a whole number") { $0.int.flatMap { $0 >= 0 ? $0 : nil } }
    }

    func flag(_ key: String) throws(LockFinding) -> Bool? { try read(key, "true or false") { $0.bool } }

    func url(_ key: String) throws(LockFinding) -> WebURL? {
        try read(key, "a web address") { $0.string.flatMap { WebURL($0) } }
    }

    func id(_ key: String) throws(LockFinding) -> ItemID? {
        try read(key, "an ID such as flickr:53123456701") { $0.string.flatMap { ItemID($0) } }
    }

    func day(_ key: String) throws(LockFinding) -> String? {
        try read(key, "a day such as 2026-05-31") { $0.string.flatMap { CalendarDay($0) == nil ? nil : $0 } }
    }

    /// A digest of this many digits.
    func digest(_ key: String, _ length: Int) throws(LockFinding) -> String? {
        try read(key, "\(length) digits in hex") { value in
            value.string.flatMap {
                $0.utf8.count == length && $0.utf8.allSatisfy(\.isHexDigit) ? $0 : nil
            }
        }
    }

    func texts(_ key: String) throws(LockFinding) -> [String] {
        try list(key) { value throws(LockFinding) in
            guard let text = value.string else {
                throw LockFinding(.unexpectedValue(key, expected: "a list of texts"), at: value)
            }
            return text
        }
    }

    func list<Element>(
        _ key: String, _ read: (JSONValue) throws(LockFinding) -> Element
    ) throws(LockFinding) -> [Element] {
        guard let value = members[key] else { return [] }
        guard value.kind == .array else {
            throw LockFinding(.unexpectedValue(key, expected: "a list"), at: value)
        }
        var elements: [Element] = []
        for element in value.elements { elements.append(try read(element)) }
        return elements
    }

    /// Reads a member; nil if there is none.
    func read<Result>(
        _ key: String, _ expected: String, _ convert: (JSONValue) -> Result?
    ) throws(LockFinding) -> Result? {
        guard let value = members[key] else { return nil }
        guard let result = convert(value) else {
            throw LockFinding(.unexpectedValue(key, expected: expected), at: value)
        }
        return result
    }
}
