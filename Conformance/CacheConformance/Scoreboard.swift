/// The passes of a run, by suite and in all.
struct Scoreboard {
    private let suites: [TestSuite]
    private let results: TestResults
    private let showsFailing: Bool

    /// What a browser's cache is held against, and so is ours.
    private static let subset = "private-core"

    init(_ suites: [TestSuite], _ results: TestResults, showsFailing: Bool) {
        self.suites = suites
        self.results = results
        self.showsFailing = showsFailing
    }

    func print() {
        let core = suites.flatMap(\.tests).filter { $0.subset == Self.subset }
        if showsFailing { printFailing() }
        for suite in suites {
            let tests = suite.tests.filter { $0.subset == Self.subset }
            if !tests.isEmpty { Swift.print("\(suite.id): \(line(tests, results.adapted))") }
        }
        let extra = suites.flatMap(\.tests).filter { $0.subset == "private-extra" }
        Swift.print("beyond browsers (private-extra): \(line(extra, results.adapted))")
        Swift.print("where an error of the client stands for no answer: \(line(core, results.strict))")
        Swift.print(line(core, results.adapted))
    }

    private func printFailing() {
        for test in suites.flatMap(\.tests) where test.subset.hasPrefix("private") {
            guard let result = results.adapted[test.id], !result.isPassed else { continue }
            Swift.print("\(test.kind.rawValue) \(test.subset) \(test.id): \(result)")
        }
    }

    private func line(_ tests: [CacheTest], _ results: [String: TestResult]) -> String {
        CacheTest.Kind.allCases.map { kind in
            let all = tests.filter { $0.kind == kind }
            let passed = all.filter { results[$0.id]?.isPassed == true }
            return "\(kind.rawValue) \(passed.count)/\(all.count)"
        }.joined(separator: ", ")
    }
}
