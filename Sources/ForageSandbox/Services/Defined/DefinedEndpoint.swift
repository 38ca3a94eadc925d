internal import HTTPServer
internal import JSON

/// A request of a definition, as a template such as `https://HOST/items/{id}`.
struct DefinedEndpoint: Sendable {
    /// The kinds, with the most specific first: a request without words is also a request for the latest items.
    enum Kind: String, CaseIterable { case details, day, search, browse }

    let kind: Kind
    /// The names of the keys in the templates, such as `key.apiKey`.
    let keys: Set<String>
    var hasNamesInAddress: Bool { address.contains("{") }
    private let address: String
    private let query: [(name: String, template: String)]
    private let headers: [(name: String, template: String)]

    init?(_ kind: Kind, in definition: JSONValue) {
        let root = definition[kind.rawValue]
        // Settings have their usual values.
        let settings = definition["about"]["settings"].elements
        let url = settings.reduce(root["url"].string) { url, setting in
            let value = setting["default"].string ?? ""
            return url?.replacing("{setting.\(setting["name"].string ?? "")}", with: value)
        }
        guard let url, let scheme = url.firstRange(of: "://") else { return nil }
        self.kind = kind
        address = String(url[scheme.upperBound...])
        query = root["query"].members.compactMap { item in item.value.string.map { (item.key, $0) } }
        headers = root["headers"].members.compactMap { item in item.value.string.map { (item.key, $0) } }
        let templates = query.map(\.template) + headers.map(\.template)
        let names = templates.flatMap { $0.split(separator: "{").map { $0.prefix { $0 != "}" } } }
        let needed = definition["about"]["keys"].elements.filter { $0["required"].bool != false }
            .compactMap { $0["name"].string }.map { "key.\($0)" }
        keys = Set(needed).intersection(names.map(String.init))
    }

    /// Returns the values of the templates' names in a request; nil if it is another request.
    func values(in request: SandboxRequest) -> [String: String]? {
        guard var values = Self.values(in: request.host + request.path, by: address) else { return nil }
        for (name, template) in query {
            let texts = request.query.filter { $0.name == name }.map(\.value)
            guard let found = texts.lazy.compactMap({ Self.values(in: $0, by: template) }).first else {
                if template.contains("{") { continue }
                return nil
            }
            values.merge(found) { $1 }
        }
        for (name, template) in headers {
            values.merge(request.headers[name].flatMap { Self.values(in: $0, by: template) } ?? [:]) { $1 }
        }
        let needed: String? =
            switch kind {
            case .details: "id"
            case .day: "day"
            case .search: "text"
            case .browse: nil
            }
        return needed.map { values[$0] == nil } == true ? nil : values
    }

    /// Returns the parts of a text that stand for the names in a template; nil if the text does not match.
    static func values(in text: String, by template: String) -> [String: String]? {
        let parts = template.split(separator: "{", omittingEmptySubsequences: false)
        guard let head = parts.first, text.hasPrefix(head) else { return nil }
        var rest = text.dropFirst(head.count)
        var values: [String: String] = [:]
        for part in parts.dropFirst() {
            let name = part.prefix { $0 != "}" }
            let literal = part.dropFirst(name.count + 1)
            let end = literal.isEmpty ? rest.endIndex : rest.firstRange(of: literal)?.lowerBound
            guard let end, end > rest.startIndex else { return nil }
            values[String(name)] = String(rest[..<end])
            rest = rest[end...].dropFirst(literal.count)
        }
        return rest.isEmpty ? values : nil
    }
}
