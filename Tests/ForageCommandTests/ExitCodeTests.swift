import ForageCore
import Testing

@testable import ForageCommand

@Suite("Exit codes of a search")
struct ExitCodeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let results: [Outcome.Result]
        let code: ExitCode

        init(_ results: Outcome.Result..., ends code: ExitCode) {
            self.results = results
            self.code = code
        }

        var testDescription: String { "\(results) ends with \(code.rawValue)" }
    }

    @Test(
        "the exit code depends on the providers' outcomes",
        arguments: [
            Case(.answered(3), ends: .success),
            Case(.answered(3), .empty, ends: .success),
            Case(.empty, ends: .success),
            Case(.answered(3), .skipped("off"), ends: .success),
            Case(.answered(3), .failed("no"), ends: .partial),
            Case(.empty, .timedOut("slow"), .skipped("off"), ends: .partial),
            Case(.answered(1), .drift("changed"), ends: .partial),
            Case(.failed("no"), .denied("key"), ends: .failure),
            Case(.throttled(until: nil, "much"), .skipped("off"), ends: .failure),
            Case(.skipped("off"), ends: .failure),
            Case(ends: .failure),
            Case(.answered(3), .cancelled, ends: .interrupted),
            Case(.cancelled, .failed("no"), ends: .interrupted),
        ])
    func code(_ ending: Case) {
        #expect(ExitCode(ending.results.map { Outcome("some", $0) }) == ending.code)
    }

    @Test("a failure on a further page is partial, even if the result is an answer")
    func brokenOff() {
        var outcome = Outcome("some", .answered(3))
        outcome.isBrokenOff = true
        #expect(ExitCode([outcome]) == .partial)
        #expect(ExitCode([outcome, Outcome("other", .answered(3))]) == .partial)
    }

    @Test("the numbers are the documented ones")
    func numbers() {
        let codes: [ExitCode] = [
            .success, .failure, .partial, .usage, .configuration, .interrupted, .terminated,
        ]
        #expect(codes.map(\.rawValue) == [0, 1, 3, 64, 78, 130, 143])
    }
}
