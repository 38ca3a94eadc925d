internal import Forage
internal import ForageCore
internal import Timing

/// Holds each provider's decoding against Python's json over the same bytes: from bytes to drafts here,
/// from bytes to plain lists and dictionaries there.
///
/// `--short` takes fewer rounds. Runs in the project's folder.
@main
struct DecodingBenchmark {
    static func main() async throws {
        let rounds = CommandLine.arguments.contains("--short") ? 255 : 2005
        for configured in try Configuration(registrations: Forage.builtIn).providers {
            guard let sample = try Sample(largestOf: configured.provider) else { continue }
            let times = try await Turns.middle {
                try await Stopwatch(rounds: rounds / Turns.count).time { _ = try sample.drafts() } * 1000
            } _: {
                Python.milliseconds(reading: sample.body, rounds: rounds / Turns.count).map { $0 * 1000 }
            }
            print(
                "Decoding \(sample.body.count / 1024) KB of \(configured.provider.info.name)"
                    + "  ours \(hundredths(times.ours)) µs  python json \(times.theirs.map(hundredths) ?? "?") µs"
                    + "  ratio \(times.theirs.map { hundredths($0 / times.ours) } ?? "?") ×  (at least 1 ×)")
        }
    }
}
