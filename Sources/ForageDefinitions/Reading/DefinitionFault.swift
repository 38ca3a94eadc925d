package import ForageCore
internal import JSON

/// Why a definition is refused: what is wrong with it, and where.
package struct DefinitionFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// All that could be told at once; there is at least one.
    package let problems: [ConfigurationProblem]

    /// The most that is told at once.
    static let greatestProblemCount = 20

    /// The first of them.
    package var problem: ConfigurationProblem { problems[0] }

    /// The first as it is printed: `my-museum.json:7:13: "hots" is no part of "about"; did you mean "hosts"?`
    package var description: String { problem.description }

    /// Says what is wrong with a whole file.
    package init(in path: String, _ message: String) {
        self.init(ConfigurationProblem(in: path, message))
    }

    init(_ problem: ConfigurationProblem) { problems = [problem] }

    /// - Parameter problems: At least one.
    init(_ problems: [ConfigurationProblem]) {
        precondition(!problems.isEmpty, "a fault says what is wrong")
        self.problems = problems
    }
}
