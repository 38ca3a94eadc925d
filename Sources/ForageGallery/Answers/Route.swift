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
        for pattern in Self.patterns {
            if let name = pattern.filling(of: path) {
                self.init(pattern.place, name)
                return
            }
        }
        return nil
    }

    private static let patterns = Place.allCases.map(Pattern.init)

    /// A place's path, taken apart at its braces.
    private struct Pattern {
        let place: Place
        private let start: [UInt8]
        /// What follows the braces; nil where there are none.
        private let end: [UInt8]?

        init(_ place: Place) {
            self.place = place
            // As bytes: a combining mark behind a slash would hide it among characters.
            let path = place.path.utf8
            start = Array(path.prefix { $0 != UInt8(ascii: "{") })
            end = path.lastIndex(of: UInt8(ascii: "}")).map { Array(path[$0...].dropFirst()) }
        }

        /// What stands in the place of the braces, which is something with slashes even; nil where the rest differs.
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

/// A place of the gallery: the one table of what is where. What stands in braces is for whoever asks to fill in.
enum Place: String, CaseIterable, Sendable {
    case page, asset, search, browse, credit, taking, item, file, providers, picture, health, metrics,
        description

    var path: String {
        switch self {
        case .page: "/"
        case .asset: "/assets/{name}"
        case .search: "/api/v1/search"
        case .browse: "/api/v1/browse"
        case .credit: "/api/v1/items/{id}/credit"
        case .taking: "/api/v1/items/{id}/file"
        case .item: "/api/v1/items/{id}"
        case .file: "/files/{token}"
        case .providers: "/api/v1/providers"
        case .picture: "/images/{token}"
        case .health: "/healthz"
        case .metrics: "/metrics"
        case .description: "/api/openapi.json"
        }
    }

    /// How it may be asked.
    var methods: [String] { self == .taking ? ["POST"] : ["GET", "HEAD"] }

    /// Whether it is for people, who come by links and with addresses of their own.
    var isForPeople: Bool { self == .page || self == .asset }

    /// What may stand behind the `?`.
    var parameters: [Parameter] {
        switch self {
        case .search: [.query, .strict, .explain, .limit, .cursor, .page]
        case .browse: [.day, .strict, .explain, .limit, .cursor] + Parameter.filters
        case .taking: [.size]
        case .picture: [.width]
        default: []
        }
    }
}
