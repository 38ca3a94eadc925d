/// What a path leads to.
enum Route: Hashable, Sendable {
    case page
    /// A file of the page.
    case asset(String)
    case search
    case browse
    /// The item with this id.
    case item(String)
    case credit(String)
    case providers
    /// The picture with this token.
    case picture(String)
    case health

    /// - Parameter path: A path, decoded once.
    init?(_ path: String) {
        switch path {
        case "/": self = .page
        case "/healthz": self = .health
        case "/api/v1/search": self = .search
        case "/api/v1/browse": self = .browse
        case "/api/v1/providers": self = .providers
        default:
            if let name = path.rest(behind: "/assets/") {
                self = .asset(name)
            } else if let token = path.rest(behind: "/images/") {
                self = .picture(token)
            } else if let id = path.rest(behind: "/api/v1/items/") {
                // An id may have slashes of its own.
                self = id.hasSuffix("/credit") ? .credit(String(id.dropLast("/credit".count))) : .item(id)
            } else {
                return nil
            }
        }
    }
}

extension String {
    /// What stands behind a beginning; nil where it begins otherwise or nothing does.
    fileprivate func rest(behind beginning: String) -> String? {
        utf8.starts(with: beginning.utf8) && utf8.count > beginning.utf8.count
            ? String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self) : nil
    }
}
