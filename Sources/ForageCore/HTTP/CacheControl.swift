/// The directives of `Cache-Control`, of a request or an answer (RFC 9111, 5.2).
///
/// Of a directive that is given twice the first counts (4.2.1); what is no directive is passed over.
package struct CacheControl: Hashable, Sendable {
    private var arguments: [String: Argument] = [:]

    private enum Argument: Hashable {
        case missing
        case text(String)
        /// There is something, but not what HTTP allows.
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
        // A directive without argument says more than the same with one.
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

    /// Whether a directive is there, with an argument or without.
    package func has(_ name: String) -> Bool { arguments[name] != nil }

    /// Whether a directive is there and holds for all of the message.
    package func hasWhole(_ name: String) -> Bool {
        switch arguments[name] {
        case .none: false
        case .text(let names): fieldNames(in: names).isEmpty
        case .missing, .nonsense: true
        }
    }

    /// How long a directive says; zero where it is no number, nil where it is not there.
    package func seconds(_ name: String) -> Double? {
        switch arguments[name] {
        case .none: nil
        case .text(let text): HTTPSyntax.seconds(text[...]) ?? 0
        case .missing, .nonsense: 0
        }
    }

    /// Whether a directive is there without an argument.
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
    /// Whether they say for how long an answer is fresh (RFC 9111, 4.2.1).
    package var sayHowLongItIsFresh: Bool { self["Expires"] != nil || CacheControl(self).has("max-age") }
}
