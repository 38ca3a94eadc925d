/// What is wrong with a template for file names, and where.
package struct TemplateFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The template as it was typed.
    package let template: String
    /// Where the fault begins and ends, counted in Unicode scalars.
    package let range: Range<Int>
    /// What is wrong there, and what to do.
    package let problem: String

    init(_ problem: String, at range: Range<Int>, of template: String) {
        self.problem = problem
        self.range = range
        self.template = template
    }

    /// The text as it is printed, with the place as people count it.
    package var description: String { "At character \(before.count + 1) of the name: \(problem)" }

    /// What stands before the fault.
    package var before: String { text(0..<range.lowerBound) }

    /// What is at fault.
    package var faulty: String { text(range) }

    /// What stands behind it.
    package var after: String { text(range.upperBound..<template.unicodeScalars.count) }

    private func text(_ range: Range<Int>) -> String {
        let scalars = template.unicodeScalars
        return String(String.UnicodeScalarView(scalars.dropFirst(range.lowerBound).prefix(range.count)))
    }
}
