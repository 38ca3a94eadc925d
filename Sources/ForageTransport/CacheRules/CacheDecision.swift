package import ForageCore

/// What is to be done with a request, and every rule that led there.
package struct CacheDecision: Hashable, Sendable, CustomStringConvertible {
    package let action: Action
    /// In the order they were applied; the last one decided.
    package let rules: [Rule]

    package var description: String {
        "\(action): \(rules.map(\.description).joined(separator: "; "))"
    }

    package enum Action: Hashable, Sendable, CustomStringConvertible {
        /// A stored answer is good enough.
        case serve(Serving)
        /// A stale answer may be given at once, if it is confirmed behind the person's back.
        case serveAndConfirm(Serving, Question)
        /// The origin is asked.
        case ask(Question)
        /// Only a stored answer would do, and there is none.
        case refuse

        package var description: String {
            switch self {
            case .serve(let serving): serving.staleness == nil ? "from the cache" : "from the cache, stale"
            case .serveAndConfirm: "from the cache, stale, and confirmed meanwhile"
            case .refuse: "refused"
            case .ask(let question):
                switch question.purpose {
                case .answer: "asked"
                case .confirm: "asked for confirmation"
                case .complete: "asked for the rest"
                }
            }
        }
    }

    /// A stored answer as it is given.
    package struct Serving: Hashable, Sendable {
        package let stored: StoredResponse
        /// How old it is, in seconds.
        package let age: Double
        /// How it is cut to the request.
        package let form: Form
        /// Why it is given although it is past its time; nil for a fresh one.
        package var staleness: String?

        package enum Form: Hashable, Sendable {
            /// As it was stored.
            case whole
            /// These bytes of the file, which is so long where that is known.
            case bytes(ContentRange)
            /// The person's own copy is still good.
            case notModified
            /// The header fields alone.
            case head
        }
    }

    /// How the origin is asked.
    package struct Question: Hashable, Sendable {
        package var purpose: Purpose = .answer
        /// What goes with the request beside its own fields.
        package var fields: [Headers.Field] = []
        /// What may be given should nobody answer.
        package var fallback: Serving?
        /// Whether it may also be given should the server say that it cannot answer now.
        package var coversRefusals = true

        package enum Purpose: Hashable, Sendable {
            /// Just to have an answer.
            case answer
            /// To learn whether a stored one is still good.
            case confirm(StoredResponse)
            /// To have the bytes that a stored one lacks.
            case complete(StoredResponse)
        }
    }
}

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
