internal import ForageCore

/// The request fields that an answer depends on, as its `Vary` field names them (RFC 9111, 4.1).
enum VariantFields {
    /// Returns the names in lower case, sorted and without repeats; nil for `*`, which no request matches.
    static func names(in headers: Headers) -> [String]? {
        let names = headers.lines(of: "Vary").flatMap { HTTPSyntax.members(of: $0) }.map { $0.lowercased() }
        return names.contains("*") ? nil : Set(names).sorted()
    }

    /// Returns the values of these fields in a request.
    static func of(_ request: CacheRequest, named names: [String]) -> [StoredResponse.VariantField] {
        names.map { StoredResponse.VariantField($0, request.regularValue(of: $0)) }
    }

    /// Indicates whether a stored answer matches a request.
    static func match(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        stored.variant.allSatisfy { field in
            let value = request.regularValue(of: field.name)
            return value == field.value
                || field.name == "accept-language" && isInFavouriteLanguage(stored, value)
        }
    }

    /// Returns the normalized value of a field.
    static func regular(_ lines: [String], of name: String) -> String? {
        if lines.isEmpty { return nil }
        let members = lines.flatMap { HTTPSyntax.members(of: $0) }.map(String.init)
        switch name {
        case "accept-language", "accept-encoding", "accept-charset":
            return weighed(members.map { $0.lowercased() }).map(\.text).sorted().joined(separator: ",")
        case "accept": return weighed(members).map(\.text).sorted().joined(separator: ",")
        default: return members.joined(separator: ",")
        }
    }

    /// Indicates whether the answer is in the language that the request prefers most, so that no answer is better.
    private static func isInFavouriteLanguage(_ stored: StoredResponse, _ wanted: String?) -> Bool {
        guard let wanted, let language = stored.headers["Content-Language"]?.lowercased() else {
            return false
        }
        let choices = weighed(HTTPSyntax.members(of: wanted).map(String.init))
        guard let best = choices.map(\.weight).max(), best > 0 else { return false }
        return choices.filter { $0.weight == best }.map(\.name) == [language]
    }

    private struct Choice {
        let name: String
        let weight: Double
        var text: String { weight == 1 ? name : "\(name);q=\(weight)" }
    }

    /// Returns the members with their weights (RFC 9110, 12.4.2); their order has no meaning.
    private static func weighed(_ members: [String]) -> [Choice] {
        members.map { member in
            let parts = member.split(separator: ";").map { $0.trimmingWhitespace() }
            let stated = parts.count > 1 ? parts.last.flatMap(weight) : nil
            let name = (stated == nil ? parts : parts.dropLast()).joined(separator: ";")
            return Choice(name: name, weight: stated ?? 1)
        }
    }

    private static func weight(_ parameter: Substring) -> Double? {
        guard parameter.lowercased().hasPrefix("q="), let weight = Double(parameter.dropFirst(2)),
            (0...1).contains(weight)
        else { return nil }
        return weight
    }
}
