/// What is wrong with something that a person typed in a small language, such as a query, and where.
public struct SyntaxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was typed.
    public let text: String
    /// Where the fault begins and ends, counted in Unicode scalars.
    public let range: Range<Int>
    /// What is wrong there, and what to do.
    public let problem: String
    private let subject: String?

    /// Points at a fault.
    ///
    /// - Parameters:
    ///   - problem: What is wrong there, and what to do.
    ///   - range: Where it begins and ends, counted in Unicode scalars.
    ///   - text: What was typed.
    ///   - subject: What the text is called, where it is not plain which is meant: `the name`.
    package init(_ problem: String, at range: Range<Int>, of text: String, called subject: String? = nil) {
        self.problem = problem
        self.range = range
        self.text = text
        self.subject = subject
    }

    /// The text as it is printed, with the place as people count it.
    public var description: String {
        "At character \(before.count + 1)\(subject.map { " of \($0)" } ?? ""): \(problem)"
    }

    /// What stands before the fault.
    public var before: String { part(0..<range.lowerBound) }

    /// What is at fault.
    public var faulty: String { part(range) }

    /// What stands behind it.
    public var after: String { part(range.upperBound..<text.unicodeScalars.count) }

    private func part(_ range: Range<Int>) -> String {
        let scalars = text.unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
