extension Licence {
    /// Reads the address of a licence of Creative Commons, such as `https://creativecommons.org/licenses/by-nc/2.0/`
    /// or, ported to the law of a country, `…/by-nc-sa/2.5/fr/`; nil for any other.
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
    /// Whether a licence can be ported to it: a country, or what stands for several.
    var isJurisdiction: Bool {
        ["igo", "scotland"].contains(self) || utf8.count == 2 && utf8.allSatisfy(\.isLowercaseLetter)
    }
}
