/// The route of a path, and the text in place of its braces.
struct RouteMatch: Hashable, Sendable {
    let route: Route
    /// The text in place of the braces; empty if the route's path has none.
    let name: String

    init(_ route: Route, _ name: String = "") {
        self.route = route
        self.name = name
    }

    /// - Parameter path: A path, decoded once.
    init?(_ path: String) {
        for pattern in Self.patterns {
            if let name = pattern.filling(of: path) {
                self.init(pattern.route, name)
                return
            }
        }
        return nil
    }

    private static let patterns = Route.allCases.map(Pattern.init)

    /// A route's path, split at its braces.
    private struct Pattern {
        let route: Route
        private let start: [UInt8]
        /// The bytes after the braces; nil if there are none.
        private let end: [UInt8]?

        init(_ route: Route) {
            self.route = route
            // The path is compared as bytes: a combining mark after a slash would hide it among characters.
            let path = route.path.utf8
            start = Array(path.prefix { $0 != UInt8(ascii: "{") })
            end = path.lastIndex(of: UInt8(ascii: "}")).map { Array(path[$0...].dropFirst()) }
        }

        /// The text in place of the braces, which may contain slashes; nil if the rest differs.
        func filling(of path: String) -> String? {
            let path = path.utf8
            guard let end else { return path.elementsEqual(start) ? "" : nil }
            guard path.count > start.count + end.count, path.starts(with: start),
                path.suffix(end.count).elementsEqual(end)
            else { return nil }
            return String(decoding: path.dropFirst(start.count).dropLast(end.count), as: UTF8.self)
        }
    }
}
