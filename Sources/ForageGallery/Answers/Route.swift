/// What a path leads to: a place, and which one of those there.
struct Route: Hashable, Sendable {
    let place: Place
    /// What fills in the place's path; empty where nothing does.
    let name: String

    init(_ place: Place, _ name: String = "") {
        self.place = place
        self.name = name
    }

    /// - Parameter path: A path, decoded once.
    init?(_ path: String) {
        for place in Place.allCases {
            if let name = path.filling(place.path) {
                self.init(place, name)
                return
            }
        }
        return nil
    }
}

extension String {
    /// What stands in the place of the braces, which is something with slashes even; nil where the rest differs.
    fileprivate func filling(_ pattern: String) -> String? {
        guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}") else {
            return self == pattern ? "" : nil
        }
        // As bytes: a combining mark behind a slash would hide it among characters.
        let (start, end) = (pattern[..<open].utf8, pattern[close...].dropFirst().utf8)
        guard utf8.count > start.count + end.count, utf8.starts(with: start),
            utf8.suffix(end.count).elementsEqual(end)
        else { return nil }
        return String(decoding: utf8.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
    }
}
