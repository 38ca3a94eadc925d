/// The name of a Creative Commons licence as a user typed it: `cc-by-sa`, `cc-by-nc-2.5-fr`, `cc0-1.0`.
///
/// Misspelt names must be detected, because a filter by a licence that does not exist would silently find nothing.
struct CreativeCommonsName {
    private let name: String
    /// The version, followed by the jurisdiction that it is ported to.
    private let rest: [Substring]

    /// Creates a name; nil if the text is clearly not a name of Creative Commons.
    init?(_ typed: String) {
        let parts = typed.split(separator: "-", omittingEmptySubsequences: false)
        let nameParts = parts.prefix { $0.first?.isNumber != true }
        guard ["cc", "creative", "pdm"].contains(where: typed.hasPrefix) || nameParts.areElements else {
            return nil
        }
        name = nameParts.joined(separator: "-")
        rest = Array(parts.dropFirst(nameParts.count))
    }

    /// Indicates whether the licence exists.
    var isKnown: Bool { Self.names.contains(name) && isVersioned(rest) }

    /// The name that was most likely meant.
    var nearest: String? {
        guard let name = nearestName else { return nil }
        guard let version = rest.first else { return name }
        let ported = rest.dropFirst()
        let versions = Self.versions(of: name)
        let nearest =
            versions.contains(String(version)) ? String(version) : Self.nearest(to: version, among: versions)
        return ([name, nearest] + (isPort(ported) ? ported.map(String.init) : [])).joined(separator: "-")
    }

    private func isVersioned(_ rest: [Substring]) -> Bool {
        guard let version = rest.first else { return true }
        return Self.versions(of: name).contains(String(version)) && isPort(rest.dropFirst())
    }

    private func isPort(_ rest: ArraySlice<Substring>) -> Bool {
        rest.isEmpty || rest.count == 1 && rest.allSatisfy { String($0).isJurisdiction }
    }

    /// The name with the same elements in another order or without `cc`, else the closest spelling.
    private var nearestName: String? {
        if Self.names.contains(name) { return name }
        let elements = Set(name.split(separator: "-")).subtracting(["cc"])
        return Self.names.first { Set($0.split(separator: "-")).subtracting(["cc"]) == elements }
            ?? ForageCore.nearestName(to: name, among: Self.names)
    }

    private static func nearest(to version: Substring, among versions: [String]) -> String {
        guard let number = Double(version) else { return versions.last ?? "" }
        let distances = versions.map { (abs((Double($0) ?? 0) - number), $0) }
        return distances.min { $0.0 < $1.0 }?.1 ?? ""
    }

    private static func versions(of name: String) -> [String] {
        ["cc0", "pdm"].contains(name) ? ["1.0"] : ["1.0", "2.0", "2.1", "2.5", "3.0", "4.0"]
    }

    /// The current names, then those that existed only in the first version.
    private static let names =
        ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { "cc-\($0)" } + ["cc0", "pdm"]
        + ["by-nd-nc", "nc", "nc-sa", "nd", "nd-nc", "sa"].map { "cc-\($0)" }
}

extension Licence {
    /// Creates the licence of Creative Commons with this address, or else one whose ID is made of its name.
    ///
    /// ```swift
    /// Licence(name: "CC BY-NC 4.0", url: "https://creativecommons.org/licenses/by-nc/4.0/").id   // cc-by-nc-4.0
    /// Licence(name: "All Rights Reserved").id                                                    // all-rights-reserved
    /// ```
    public init(name: String, url: WebURL? = nil) {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
        let other = Licence(id: words.joined(separator: "-"), name: name, url: url)
        self = url.flatMap { Licence(creativeCommons: $0) } ?? other
    }

    /// A licence of Creative Commons by its terms and version: `by-nc` and `2.0`, or `zero` or `mark` and `1.0`.
    public static func creativeCommons(_ terms: String, _ version: String) -> Licence {
        let folder = ["zero", "mark"].contains(terms) ? "publicdomain" : "licenses"
        return Licence(
            name: "\(terms)-\(version)",
            url: WebURL("https://creativecommons.org/\(folder)/\(terms)/\(version)/"))
    }

    /// Reads the address of a Creative Commons licence, such as `https://creativecommons.org/licenses/by-nc/2.0/` or,
    /// ported to a jurisdiction, `…/by-nc-sa/2.5/fr/`; nil for any other address.
    package init?(creativeCommons url: WebURL) {
        let host = url.host
        let steps = url.path.split(separator: "/").map(String.init)
        guard host == "creativecommons.org" || host.hasSuffix(".creativecommons.org"), steps.count >= 3
        else { return nil }
        let (terms, version) = (steps[1], steps[2])
        switch (steps[0], terms) {
        case ("licenses", _):
            let port = steps.dropFirst(3).first.flatMap { $0.isJurisdiction ? $0 : nil }
            let words = ([terms, version] + [port].compactMap(\.self))
            self.init(
                id: "cc-" + words.joined(separator: "-"),
                name: "CC " + words.map { $0.uppercased() }.joined(separator: " "), url: url)
        case ("publicdomain", "zero"): self.init(id: "cc0-\(version)", name: "CC0 \(version)", url: url)
        case ("publicdomain", "mark"):
            self.init(id: "pdm-\(version)", name: "Public Domain Mark \(version)", url: url)
        default: return nil
        }
    }
}

extension String {
    /// Indicates whether a licence can be ported to it: a country, or an abbreviation for several.
    var isJurisdiction: Bool {
        ["igo", "scotland"].contains(self) || utf8.count == 2 && utf8.allSatisfy(\.isLowercaseLetter)
    }
}

extension ArraySlice<Substring> {
    /// Indicates whether these are only elements of licence names.
    fileprivate var areElements: Bool {
        !isEmpty && allSatisfy { ["by", "nc", "nd", "sa"].contains($0) }
    }
}
