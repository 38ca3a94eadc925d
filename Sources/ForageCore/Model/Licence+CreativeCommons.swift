extension Licence {
    /// Reads the address of a licence of Creative Commons, such as
    /// `https://creativecommons.org/licenses/by-nc/2.0/`; nil for any other.
    package init?(creativeCommons url: WebURL) {
        let host = url.host
        let steps = url.path.split(separator: "/").map(String.init)
        guard host == "creativecommons.org" || host.hasSuffix(".creativecommons.org"), steps.count >= 3
        else { return nil }
        let (terms, version) = (steps[1], steps[2])
        switch (steps[0], terms) {
        case ("licenses", _):
            self.init(id: "cc-\(terms)-\(version)", name: "CC \(terms.uppercased()) \(version)", url: url)
        case ("publicdomain", "zero"): self.init(id: "cc0-\(version)", name: "CC0 \(version)", url: url)
        case ("publicdomain", "mark"):
            self.init(id: "pdm-\(version)", name: "Public Domain Mark \(version)", url: url)
        default: return nil
        }
    }
}
