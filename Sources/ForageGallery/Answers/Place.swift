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
