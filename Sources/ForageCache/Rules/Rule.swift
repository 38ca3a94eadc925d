/// Why something is decided as it is, and where that is written.
package struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// Where it is written.
    package let place: Place
    /// What it comes to here.
    package let sentence: String

    /// Where a rule is written.
    package enum Place: Hashable, Sendable, CustomStringConvertible {
        /// HTTP Caching (RFC 9111), this section.
        case caching(String)
        /// HTTP Semantics (RFC 9110), this section.
        case semantics(String)
        /// Serving stale content (RFC 5861), this section.
        case staleness(String)
        /// Answers that never change (RFC 8246).
        case immutability
        /// What the service's terms say.
        case terms
        /// The person's setting of this name.
        case setting(String)
        /// What the person asked for.
        case person
        /// Forage's own care.
        case forage

        package var description: String {
            switch self {
            case .caching(let section): "RFC 9111, \(section)"
            case .semantics(let section): "RFC 9110, \(section)"
            case .staleness(let section): "RFC 5861, \(section)"
            case .immutability: "RFC 8246, 2"
            case .terms: "the service's terms"
            case .setting(let name): name
            case .person: "as asked"
            case .forage: "Forage"
            }
        }
    }

    package init(_ place: Place, _ sentence: String) {
        self.place = place
        self.sentence = sentence
    }

    package var description: String { "\(sentence) (\(place))" }
}
