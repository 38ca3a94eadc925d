/// An error, with its place, in text that a user typed in a small language, such as a query.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text that was typed.
    public let text: String
    /// The range of the error, in Unicode scalars.
    public let range: Range<Int>
    /// A description of the error, with advice.
    public let problem: String
    private let subject: String?

    /// Creates an error at a place.
    ///
    /// - Parameters:
    ///   - problem: A description of the error, with advice.
    ///   - range: The range of the error, in Unicode scalars.
    ///   - text: The text that was typed.
    ///   - subject: A name of the text, if it would otherwise be ambiguous: `the name`.
    package init(_ problem: String, at range: Range<Int>, of text: String, called subject: String? = nil) {
        self.problem = problem
        self.range = range
        self.text = text
        self.subject = subject
    }

    /// The message with its place, counted from 1.
    public var description: String {
        "At character \(before.count + 1)\(subject.map { " of \($0)" } ?? ""): \(problem)"
    }

    /// The text before the error.
    public var before: String { part(0..<range.lowerBound) }

    /// The text with the error.
    public var faulty: String { part(range) }

    /// The text after the error.
    public var after: String { part(range.upperBound..<text.unicodeScalars.count) }

    private func part(_ range: Range<Int>) -> String {
        let scalars = text.unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
