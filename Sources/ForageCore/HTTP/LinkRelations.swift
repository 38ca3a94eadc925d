/// What a `Link` header names: `<https://…?page=9>; rel="last", <https://…?page=2>; rel="next"`, in any order.
package struct LinkRelations {
    private let targets: [String: Substring]

    /// Reads the value of a `Link` header.
    package init(_ header: String) {
        var targets: [String: Substring] = [:]
        for link in header.split(separator: "<") {
            let parts = link.split(separator: ">", maxSplits: 1)
            guard parts.count == 2 else { continue }
            for name in Self.relations(in: parts[1]) where targets[name] == nil { targets[name] = parts[0] }
        }
        self.targets = targets
    }

    /// The address that bears this relation, as written.
    package subscript(relation: String) -> Substring? { targets[relation] }

    private static func relations(in parameters: Substring) -> [String] {
        let values = parameters.split { $0 == ";" || $0 == "," }.map { $0.trimmingWhitespace() }
        guard let value = values.first(where: { $0.lowercased().hasPrefix("rel=") }) else { return [] }
        return value.dropFirst("rel=".count).split { $0 == "\"" || $0 == " " }.map { $0.lowercased() }
    }
}
