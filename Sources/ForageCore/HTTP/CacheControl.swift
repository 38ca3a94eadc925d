/// The directives of `Cache-Control` in a request or a response (RFC 9111, 5.2).
///
/// If a directive is repeated, the first one counts (4.2.1); invalid directives are ignored.
package struct CacheControl: Hashable, Sendable {
    private var arguments: [String: Argument] = [:]

    private enum Argument: Hashable {
        case missing
        case text(String)
        /// An argument that HTTP does not allow.
        case nonsense
    }

    package init(_ headers: Headers) {
        for line in headers.lines(of: "Cache-Control") {
            HTTPSyntax.members(of: line).forEach { add($0) }
        }
    }

    private mutating func add(_ directive: Substring) {
        let word = directive.prefix { $0 != "=" }
        guard HTTPSyntax.isToken(word.utf8) else { return }
        let name = word.lowercased()
        let argument =
            word.endIndex == directive.endIndex ? .missing : Self.argument(directive[word.endIndex...])
        switch (arguments[name], argument) {
        // A directive without an argument is stricter than one with an argument.
        case (nil, _), (_, .missing): arguments[name] = argument
        case (.text(let names), .text(let more)) where Self.namesFields.contains(name):
            arguments[name] = .text(names + "," + more)
        default: break
        }
    }

    private static let namesFields: Set = ["no-cache", "private"]

    private static func argument(_ text: Substring) -> Argument {
        let value = text.dropFirst()
        if HTTPSyntax.isToken(value.utf8) { return .text(String(value)) }
        return HTTPSyntax.unquoted(value).map(Argument.text) ?? .nonsense
    }

    /// Indicates whether a directive is present, with or without an argument.
    package func has(_ name: String) -> Bool { arguments[name] != nil }

    /// Indicates whether a directive is present and applies to the whole message.
    package func hasWhole(_ name: String) -> Bool {
        switch arguments[name] {
        case .none: false
        case .text(let names): fieldNames(in: names).isEmpty
        case .missing, .nonsense: true
        }
    }

    /// The number of seconds of a directive; zero if it is not a number, nil if the directive is absent.
    package func seconds(_ name: String) -> Double? {
        switch arguments[name] {
        case .none: nil
        case .text(let text): HTTPSyntax.seconds(text[...]) ?? 0
        case .missing, .nonsense: 0
        }
    }

    /// Indicates whether a directive is present without an argument.
    package func isBare(_ name: String) -> Bool { arguments[name] == .missing }

    /// The header fields that a directive names, in lower case.
    package func fields(of name: String) -> Set<String> {
        guard case .text(let names) = arguments[name] else { return [] }
        return fieldNames(in: names)
    }

    private func fieldNames(in text: String) -> Set<String> {
        Set(HTTPSyntax.members(of: text).map { $0.lowercased() })
    }
}

extension Headers {
    /// Indicates whether they state how long a response is fresh (RFC 9111, 4.2.1).
    package var hasExplicitFreshness: Bool { self["Expires"] != nil || CacheControl(self).has("max-age") }
}
