extension Endpoint {
    /// How a server is asked, such as `GET`; any word that HTTP allows.
    public struct Method: Hashable, Sendable, CustomStringConvertible {
        /// The word as it is sent; case matters.
        public let text: String

        /// Checks a word; nil for one that HTTP does not allow.
        public init?(_ text: String) {
            guard HTTPSyntax.isToken(text.utf8), text.utf8.count <= 64 else { return nil }
            self.text = text
        }

        private init(known text: String) { self.text = text }

        /// The text as it is printed.
        public var description: String { text }

        /// Asks for what is there.
        public static let get = Method(known: "GET")
        /// Asks for the header fields alone.
        public static let head = Method(known: "HEAD")
        /// Hands something over.
        public static let post = Method(known: "POST")

        /// Whether asking so changes nothing on the server (RFC 9110, 9.2.1, and the registry of methods).
        public var isSafe: Bool { Self.safeWords.contains(text) }

        private static let safeWords: Set = [
            "GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "QUERY", "REPORT", "SEARCH",
        ]
    }
}
