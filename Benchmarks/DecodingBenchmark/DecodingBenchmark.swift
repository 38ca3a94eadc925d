internal import Forage
internal import ForageCore
internal import Timing

/// Holds each provider's decoding against Python's json over the same bytes: from bytes to drafts here,
/// from bytes to plain lists and dictionaries there.
///
/// `--short` takes fewer rounds. Runs in the project's folder.
@main
struct DecodingBenchmark {
    static func main() throws {
        let rounds = CommandLine.arguments.contains("--short") ? 51 : 401
        for configured in try Configuration(registrations: Forage.builtIn).providers {
            guard let sample = try Sample(largestOf: configured.provider) else { continue }
            let ours = try Stopwatch(rounds: rounds).race {
                _ = try sample.drafts()
            } _: {
            }
            let python = Python.milliseconds(reading: sample.body, rounds: rounds)
            print(
                "Decoding \(sample.body.count / 1024) KB of \(configured.provider.about.name)"
                    + "  ours \(hundredths(ours.first)) ms  python json \(python.map(hundredths) ?? "?") ms"
                    + "  ratio \(python.map { hundredths($0 / ours.first) } ?? "?") ×")
        }
    }
}
