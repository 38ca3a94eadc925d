internal import JSON
internal import Platform
internal import Timing

/// Holds the reader against JSONDecoder: the same bodies, the same values, how long.
///
/// `--short` takes fewer rounds.
@main
struct JSONBenchmark {
    static func main() throws {
        let isShort = CommandLine.arguments.contains("--short")
        try compare("100 KB", byteCount: 100_000, rounds: isShort ? 51 : 401)
        try compare("10 MB", byteCount: 10_000_000, rounds: isShort ? 5 : 21)
    }

    private static func compare(_ name: String, byteCount: Int, rounds: Int) throws {
        let body = PhotoPress.body(byteCount: byteCount)
        let data = Data(body)
        let decoder = JSONDecoder()
        guard try Page(body) == decoder.decode(Page.self, from: data) else { throw Disagreement() }
        let times = try Stopwatch(rounds: rounds).race {
            _ = try Page(body)
        } _: {
            _ = try decoder.decode(Page.self, from: data)
        }
        let reading = try Stopwatch(rounds: rounds).race {
            _ = try JSONDocument(body)
        } _: {
        }
        let python = Python.milliseconds(reading: body, rounds: rounds)
        print(
            "JSON \(name)  ours \(hundredths(times.first)) ms (reading \(hundredths(reading.first)) ms)"
                + "  JSONDecoder \(hundredths(times.second)) ms  ratio \(hundredths(times.second / times.first)) ×"
                + "  (python json \(python.map { hundredths($0) + " ms" } ?? "not measured: no python3"))")
    }
}

/// The two readers do not give the same values, so their times mean nothing.
struct Disagreement: Error {}
