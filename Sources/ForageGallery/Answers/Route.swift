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
    /// Taking the file of the item with this id.
    case taking(String)
    /// The file with this token, taken before.
    case file(String)
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
            } else if let token = path.rest(behind: "/files/") {
                self = .file(token)
            } else if let id = path.rest(behind: "/api/v1/items/") {
                // An id may have slashes of its own.
                if let id = id.start(before: "/credit") {
                    self = .credit(id)
                } else if let id = id.start(before: "/file") {
                    self = .taking(id)
                } else {
                    self = .item(id)
                }
            } else {
                return nil
            }
        }
    }

    /// How it may be asked for.
    var methods: [String] { if case .taking = self { ["POST"] } else { ["GET", "HEAD"] } }
}

extension String {
    /// What stands behind a beginning; nil where it begins otherwise or nothing does.
    fileprivate func rest(behind beginning: String) -> String? {
        utf8.starts(with: beginning.utf8) && utf8.count > beginning.utf8.count
            ? String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self) : nil
    }

    /// What stands before an ending; nil where it ends otherwise or nothing does.
    fileprivate func start(before ending: String) -> String? {
        hasSuffix(ending) && utf8.count > ending.utf8.count ? String(dropLast(ending.count)) : nil
    }
}
