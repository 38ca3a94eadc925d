internal import Forage
internal import ForageCore
internal import Timing

/// Times a search of every provider against one of many copies of them, a copy of each for every sandbox
/// whose address is given, each answering as slowly as its sandbox does.
///
/// `--short` takes fewer rounds.
@main
struct SearchBenchmark {
    static func main() async throws {
        let sandboxes = CommandLine.arguments.dropFirst().compactMap { WebURL($0) }
        let rounds = CommandLine.arguments.contains("--short") ? 5 : 21
        let count = Forage.builtIn.count
        let once = try await milliseconds(Array(sandboxes.prefix(1)), rounds: rounds)
        let often = try await milliseconds(sandboxes, rounds: rounds)
        print(
            "Search: \(count) providers  \(hundredths(once)) ms  \(count * sandboxes.count) copies of them"
                + "  \(hundredths(often)) ms  ratio \(hundredths(often / once)) ×  (at most 1.25 ×)")
    }

    private static func milliseconds(_ sandboxes: [WebURL], rounds: Int) async throws -> Double {
        let forage = try Copies(sandboxes: sandboxes).forage()
        let query = try Query("owl", limit: 100)
        return try await Stopwatch(rounds: rounds).time {
            for await event in forage.search(query, within: .seconds(30)) {
                guard case .finished(let report) = event else { continue }
                guard report.outcomes.allSatisfy(\.isAnswer) else { throw NotTheSameWork(report: report) }
            }
        }
    }
}

/// A provider did not answer, so the times mean nothing.
struct NotTheSameWork: Error {
    let report: Report
}
