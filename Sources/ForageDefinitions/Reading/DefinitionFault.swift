package import ForageCore
internal import JSON

/// Why a definition is refused: the first thing that is wrong with it, and where.
package struct DefinitionFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let problem: ConfigurationProblem

    /// The text as it is printed: `my-museum.json:7:13: "hots" is no part of "about"; did you mean "hosts"?`
    package var description: String { problem.description }

    /// Says what is wrong with a whole file.
    package init(in path: String, _ message: String) {
        problem = ConfigurationProblem(in: path, message)
    }

    init(_ problem: ConfigurationProblem) { self.problem = problem }
}
