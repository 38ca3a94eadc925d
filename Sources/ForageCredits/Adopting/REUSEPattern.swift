/// A pattern of paths in the form of REUSE: `**` matches everything, and `*` everything except a slash. In a
/// ``PathPattern``, which follows Git, `**` is a whole step.
struct REUSEPattern: Hashable, Sendable {
    private enum Part: Hashable {
        case sign(UInt8)
        case one
        case any(crossesFolders: Bool)
    }

    private let parts: [Part]

    /// - Parameters:
    ///   - text: The pattern, in which a backslash precedes a sign that means itself.
    ///   - crossesFolders: True if `*` also matches slashes and `?` one sign, as in the older form `dep5`.
    init(_ text: String, crossesFolders: Bool = false) {
        var (parts, rest): ([Part], Substring.UTF8View) = ([], text[...].utf8)
        while let sign = rest.popFirst() {
            switch sign {
            case UInt8(ascii: "\\"): parts.append(.sign(rest.popFirst() ?? sign))
            case UInt8(ascii: "?") where crossesFolders: parts.append(.one)
            case UInt8(ascii: "*"):
                let isDouble = rest.first == sign
                rest = rest.drop { $0 == sign }
                parts.append(.any(crossesFolders: isDouble || crossesFolders))
            default: parts.append(.sign(sign))
            }
        }
        self.parts = parts
    }

    func matches(_ path: String) -> Bool {
        // The places in the pattern that may come next.
        var places = reached([0])
        for sign in path.utf8 {
            var next: Set<Int> = []
            for place in places where place < parts.count {
                switch parts[place] {
                case .sign(sign), .one: next.insert(place + 1)
                case .any(let crossesFolders) where crossesFolders || sign != UInt8(ascii: "/"):
                    next.insert(place)
                default: break
                }
            }
            guard !next.isEmpty else { return false }
            places = reached(next)
        }
        return places.contains(parts.count)
    }

    /// The places with those that follow if `*` matches nothing more.
    private func reached(_ places: Set<Int>) -> Set<Int> {
        var all = places
        for place in places {
            var place = place
            while place < parts.count, case .any = parts[place] {
                place += 1
                all.insert(place)
            }
        }
        return all
    }
}
