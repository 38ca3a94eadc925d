/// What happens to a request on its way, step by step, for a person who wants to know.
///
/// It goes with the task, so no layer has to hand it on:
///
/// ```swift
/// let trace = FetchTrace { room, sentence in print("\(room): \(sentence)") }
/// try await FetchTrace.$current.withValue(trace) { try await forage.fetch(endpoint) }
/// ```
public struct FetchTrace: Sendable {
    /// Who wants to know about what this task asks for; nobody, usually.
    @TaskLocal public static var current: FetchTrace?

    /// Where something happened.
    public enum Room: String, Sendable {
        /// The stored answers and the rules for them.
        case cache
        /// Several who want the same at once.
        case sharing
        /// What a service may be asked, and when.
        case manners
        /// From one address to the next.
        case redirect
        /// The exchange itself.
        case network
    }

    private let take: @Sendable (Room, String) -> Void

    /// Says what to do with each step.
    public init(_ take: @escaping @Sendable (Room, String) -> Void) { self.take = take }

    /// Tells whoever wants to know. The sentence holds no key.
    package static func note(_ room: Room, _ sentence: @autoclosure () -> String) {
        current?.take(room, sentence())
    }
}
