/// What a licence is wanted for, or which it may be.
public struct LicenceFilter: Hashable, Sendable, CustomStringConvertible {
    /// What it must allow, all of it.
    public var permissions: Set<LicenceTerms.Permission>
    /// What it may be, whatever the version: `cc-by`, `cc-by-4.0`; anything when empty.
    public var licences: Set<String>

    /// Wishes for permissions, for some licences, or both.
    public init(_ permissions: Set<LicenceTerms.Permission> = [], licences: Set<String> = []) {
        self.permissions = permissions
        self.licences = licences
    }

    /// Reads one word of a wish; nil for one that is no permission and no name of a licence.
    init?(_ word: String) {
        if let permission = LicenceTerms.Permission(rawValue: word) {
            self.init([permission])
        } else if Self.isLicence(word) {
            self.init(licences: [word])
        } else {
            return nil
        }
    }

    /// Known ones, and what looks like the name of one and not like a known name that was misspelt.
    private static func isLicence(_ word: String) -> Bool {
        if let name = CreativeCommonsName(word) { return name.isKnown }
        if Licence.families.contains(where: { word.isLicence(of: $0) }) { return true }
        let isShaped = word.utf8.allSatisfy {
            $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
        return isShaped && word.contains("-") && nearestName(to: word, among: words) == nil
    }

    /// The words that can be wished for.
    static let words = LicenceTerms.Permission.allCases.map(\.rawValue) + Licence.families

    /// The words of this wish, in a stable order.
    package var words: [String] { permissions.sorted().map(\.rawValue) + licences.sorted() }

    var isEmpty: Bool { permissions.isEmpty && licences.isEmpty }

    /// The text as it is printed.
    public var description: String { words.joined(separator: ", ") }

    func joined(with other: LicenceFilter) -> LicenceFilter {
        LicenceFilter(
            permissions.union(other.permissions), licences: licences.union(other.licences))
    }

    /// Whether no licence that it names allows what it asks for.
    var isImpossible: Bool {
        !licences.isEmpty
            && licences.allSatisfy { name in
                guard let terms = Licence(id: name, name: name).terms else { return !permissions.isEmpty }
                return !permissions.isSubset(of: terms.permissions)
            }
    }

    /// Whether a licence is one that is wanted.
    public func isGranted(by licence: Licence) -> Bool {
        permissions.isSubset(of: (licence.terms ?? .none).permissions)
            && (licences.isEmpty || licences.contains { licence.id.lowercased().isLicence(of: $0) })
    }

    /// Whether a licence of a family, such as `cc-by` whatever its version, may be one that is wanted.
    package func mayBeGranted(by family: String) -> Bool {
        permissions.isSubset(of: (Licence(id: family, name: family).terms ?? .none).permissions)
            && (licences.isEmpty
                || licences.contains { family.isLicence(of: $0) || $0.isLicence(of: family) })
    }

    /// Whether every licence that is stated of an item is one that is wanted; nil where none is.
    func isGranted(by item: Item) -> Bool? {
        item.licences.isEmpty ? nil : item.licences.allSatisfy { isGranted(by: $0) }
    }
}

extension String {
    /// Whether it is a licence of this name, in whatever version.
    fileprivate func isLicence(of family: String) -> Bool {
        guard hasPrefix(family) else { return false }
        let rest = dropFirst(family.count)
        return rest.isEmpty || rest.first == "-" && rest.dropFirst().first?.isNumber == true
    }
}
