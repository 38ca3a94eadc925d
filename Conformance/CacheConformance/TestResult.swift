/// How a test ended.
enum TestResult: Equatable {
    case passed
    case failed(String)
    /// What must hold before the test means anything does not hold.
    case setupFailed(String)
    /// A test that this one stands on did not pass.
    case dependencyFailed(String)

    var isPassed: Bool { self == .passed }
}

/// A check that did not hold.
struct TestFailure: Error {
    let reason: String
    let isSetup: Bool

    var result: TestResult { isSetup ? .setupFailed(reason) : .failed(reason) }
}

/// The results of a run: as the suite has it, and where a client's own error stands for an answer of 504.
struct TestResults {
    private(set) var strict: [String: TestResult]
    private(set) var adapted: [String: TestResult]

    init(_ tests: [CacheTest], strict: [String: TestResult], adapted: [String: TestResult]) {
        self.strict = Self.honouringDependencies(tests, strict)
        self.adapted = Self.honouringDependencies(tests, adapted)
    }

    private static func honouringDependencies(
        _ tests: [CacheTest], _ results: [String: TestResult]
    ) -> [String: TestResult] {
        let dependencies = Dictionary(
            tests.map { ($0.id, $0.dependencies) }, uniquingKeysWith: { first, _ in first })
        var known: [String: TestResult] = [:]
        func result(of id: String, depth: Int) -> TestResult {
            if let known = known[id] { return known }
            let missed = dependencies[id, default: []].first {
                depth < 100 && !result(of: $0, depth: depth + 1).isPassed
            }
            let own = results[id] ?? .setupFailed("there is no such test")
            known[id] = missed.map(TestResult.dependencyFailed) ?? own
            return known[id] ?? own
        }
        return results.keys.reduce(into: [:]) { $0[$1] = result(of: $1, depth: 0) }
    }
}
