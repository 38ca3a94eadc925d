package import ForageCore

/// The action for a request, and every rule that led to it.
package struct CacheDecision: Hashable, Sendable, CustomStringConvertible {
    package let action: Action
    /// The rules in the order of their application; the last one decided.
    package let rules: [Rule]

    package var description: String {
        "\(action): \(rules.map(\.description).joined(separator: "; "))"
    }

    package enum Action: Hashable, Sendable, CustomStringConvertible {
        /// Serves a stored answer.
        case serve(Serving)
        /// Serves a stale answer at once and confirms it in the background.
        case serveAndConfirm(Serving, Question)
        /// Asks the origin.
        case ask(Question)
        /// Refuses, because only a stored answer is allowed and there is none.
        case refuse

        package var description: String {
            switch self {
            case .serve(let serving): serving.staleness == nil ? "from the cache" : "from the cache, stale"
            case .serveAndConfirm: "from the cache, stale, and revalidated in the background"
            case .refuse: "refused"
            case .ask(let question):
                switch question.purpose {
                case .answer: "requested"
                case .confirm: "revalidation requested"
                case .complete: "rest requested"
                }
            }
        }
    }

    /// A stored answer in the form in which it is served.
    package struct Serving: Hashable, Sendable {
        package let stored: StoredResponse
        /// The age in seconds.
        package let age: Double
        /// The part of the answer to serve.
        package let form: Form
        /// The reason for serving a stale answer; nil for a fresh one.
        package var staleness: String?

        package enum Form: Hashable, Sendable {
            /// The answer as it was stored.
            case whole
            /// These bytes of the file; the range includes the file's length if it is known.
            case bytes(ContentRange)
            /// A confirmation that the client's own copy is still valid.
            case notModified
            /// The header fields only.
            case head
        }
    }

    /// The request to the origin.
    package struct Question: Hashable, Sendable {
        package var purpose: Purpose = .answer
        /// The header fields to add to the request.
        package var fields: [Headers.Field] = []
        /// The answer to serve if the origin cannot be reached.
        package var fallback: Serving?
        /// Indicates whether the fallback may also be served if the origin responds that it cannot answer now.
        package var coversRefusals = true

        package enum Purpose: Hashable, Sendable {
            /// To get an answer.
            case answer
            /// To confirm that a stored answer is still valid.
            case confirm(StoredResponse)
            /// To get the bytes that a stored answer lacks.
            case complete(StoredResponse)
        }
    }
}

/// A reason for a decision, and its source.
package struct Rule: Hashable, Sendable, CustomStringConvertible {
    /// The source of the rule.
    package let place: Place
    /// The result of the rule in this case.
    package let sentence: String

    /// The source of a rule.
    package enum Place: Hashable, Sendable, CustomStringConvertible {
        /// A section of HTTP Caching (RFC 9111).
        case caching(String)
        /// A section of HTTP Semantics (RFC 9110).
        case semantics(String)
        /// A section of the extensions for stale content (RFC 5861).
        case staleness(String)
        /// The extension for immutable answers (RFC 8246).
        case immutability
        /// The service's terms.
        case terms
        /// The user's setting of this name.
        case setting(String)
        /// The user's request.
        case user
        /// Forage's own precaution.
        case forage

        package var description: String {
            switch self {
            case .caching(let section): "RFC 9111, \(section)"
            case .semantics(let section): "RFC 9110, \(section)"
            case .staleness(let section): "RFC 5861, \(section)"
            case .immutability: "RFC 8246, 2"
            case .terms: "the service's terms"
            case .setting(let name): name
            case .user: "as requested"
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
