/// A condition on licences: the permissions required, or the licences accepted.
public struct LicenceFilter: Hashable, Sendable, CustomStringConvertible {
    /// The permissions that are all required.
    public var permissions: Set<LicenceTerms.Permission>
    /// The accepted licences, with or without a version: `cc-by`, `cc-by-4.0`; any when empty.
    public var licences: Set<String>

    /// Creates a filter for permissions, for licences, or both.
    public init(_ permissions: Set<LicenceTerms.Permission> = [], licences: Set<String> = []) {
        self.permissions = permissions
        self.licences = licences
    }

    /// Reads one word of a filter; nil if it is neither a permission nor the name of a licence.
    init?(_ word: String) {
        if let permission = LicenceTerms.Permission(rawValue: word) {
            self.init([permission])
        } else if Self.isLicence(word) {
            self.init(licences: [word])
        } else {
            return nil
        }
    }

    /// Indicates whether a word is a known licence, or has the form of a licence name and is not a misspelling of a
    /// known one.
    package static func isLicence(_ word: String) -> Bool {
        if let name = CreativeCommonsName(word) { return name.isKnown }
        if Licence.families.contains(where: { word.isLicence(of: $0) }) { return true }
        let isShaped = word.utf8.allSatisfy {
            $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        return isShaped && word.contains("-") && nearestName(to: word, among: words) == nil
    }

    /// The known words of a filter.
    static let words = LicenceTerms.Permission.allCases.map(\.rawValue) + Licence.families

    /// The words of this filter, in a stable order.
    package var words: [String] { permissions.sorted().map(\.rawValue) + licences.sorted() }

    var isEmpty: Bool { permissions.isEmpty && licences.isEmpty }

    /// The text as it is printed.
    public var description: String { words.joined(separator: ", ") }

    func joined(with other: LicenceFilter) -> LicenceFilter {
        LicenceFilter(
            permissions.union(other.permissions), licences: licences.union(other.licences))
    }

    /// Indicates whether no accepted licence grants the required permissions.
    var isImpossible: Bool {
        !licences.isEmpty
            && licences.allSatisfy { name in
                guard let terms = Licence(id: name, name: name).terms else { return !permissions.isEmpty }
                return !permissions.isSubset(of: terms.permissions)
            }
    }

    /// Indicates whether a licence satisfies the filter.
    public func isGranted(by licence: Licence) -> Bool {
        permissions.isSubset(of: (licence.terms ?? .none).permissions)
            && (licences.isEmpty || licences.contains { licence.id.lowercased().isLicence(of: $0) })
    }

    /// Indicates whether a licence of a family, such as `cc-by` in any version, may satisfy the filter.
    package func mayBeGranted(by family: String) -> Bool {
        permissions.isSubset(of: (Licence(id: family, name: family).terms ?? .none).permissions)
            && (licences.isEmpty
                || licences.contains { family.isLicence(of: $0) || $0.isLicence(of: family) })
    }

    /// Indicates whether every licence that is stated for an item satisfies the filter; nil if none is stated.
    func isGranted(by item: Item) -> Bool? {
        item.licences.isEmpty ? nil : item.licences.allSatisfy { isGranted(by: $0) }
    }
}

extension String {
    /// Indicates whether it is this licence in any version.
    fileprivate func isLicence(of family: String) -> Bool {
        guard hasPrefix(family) else { return false }
        let rest = dropFirst(family.count)
        return rest.isEmpty || rest.first == "-" && rest.dropFirst().first?.isNumber == true
    }
}
