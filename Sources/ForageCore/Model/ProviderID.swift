/// The short name of a provider: lower-case letters, digits and hyphens, starting with a letter.
public struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name as it is typed and printed, such as `duckduckgo`.
    public let name: String

    /// Checks a name from outside.
    public init?(_ name: String) {
        guard (1...32).contains(name.utf8.count), let first = name.utf8.first, first.isLowercaseLetter,
            name.utf8.allSatisfy({ $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.name = name
    }

    /// Reads a name as a user types it, ignoring case.
    package init?(typed name: String) { self.init(name.lowercased()) }

    /// The text as it is printed.
    public var description: String { name }

    /// A stable order, for output that is the same each time.
    public static func < (one: ProviderID, other: ProviderID) -> Bool { one.name < other.name }
}

extension ProviderID: ExpressibleByStringLiteral {
    /// Creates a provider's name in source code; an invalid name stops the program.
    public init(stringLiteral name: String) {
        guard let id = ProviderID(name) else {
            preconditionFailure(
                "\"\(name)\" is not a provider name: use lower-case letters, digits and hyphens")
        }
        self = id
    }
}
