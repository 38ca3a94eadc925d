extension Licence {
    /// What it allows and asks for; nil for one that nobody here has read, which therefore allows nothing.
    public var terms: LicenceTerms? {
        let id = id.lowercased()
        if let known = Self.known[id] { return known }
        // A version that there is not was read by nobody.
        guard let name = CreativeCommonsName(id), name.isKnown else { return nil }
        return id.hasPrefix("cc-") ? LicenceTerms(creativeCommons: id.dropFirst(3)) : .free
    }

    /// The names of licences by which can be filtered, without their versions.
    package static let families =
        ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { "cc-\($0)" } + ["cc0", "pdm"]
        + known.keys.sorted()

    /// Licences without versions.
    ///
    /// Unsplash's asks for no credit; the guidelines of its interface do, and the credit says so.
    private static let known: [String: LicenceTerms] = [
        "all-rights-reserved": .none,
        "no-known-copyright-restrictions": .free,
        "public-domain": .free,
        "united-states-government-work": .free,
        "unsplash": .free,
    ]
}

extension LicenceTerms {
    /// Reads what the name of a licence of Creative Commons says: `by-nc-sa-2.5-fr`; nil for another.
    ///
    /// The first version had licences that ask for no credit, and put the elements in another order.
    init?(creativeCommons name: Substring) {
        let elements = name.split(separator: "-").prefix { $0.first?.isNumber != true }
        guard !elements.isEmpty, elements.allSatisfy({ ["by", "nc", "nd", "sa"].contains($0) }) else {
            return nil
        }
        self = .free
        duties = [.notice]
        if elements.contains("by") { duties.insert(.credit) }
        if elements.contains("sa") { duties.insert(.shareAlike) }
        if elements.contains("nc") { permissions.remove(.commercial) }
        if elements.contains("nd") { permissions.remove(.modify) }
    }
}
