internal import ForageSearch
internal import PushProbe
internal import Timing

/// Holds the measuring of SVGs in memory against a C program that does the same.
///
/// `--short` takes fewer rounds.
@main
struct SVGBenchmark {
    static func main() throws {
        let isShort = CommandLine.arguments.contains("--short")
        let stopwatch = Stopwatch(rounds: isShort ? 501 : 5001)
        let small = Drawing.document(byteCount: 10_000)
        let large = Drawing.document(byteCount: 50_000_000)
        try race("10 KB", small, stopwatch)
        try race("1 MB", Drawing.document(byteCount: 1_000_000), stopwatch)
        try race("50 MB", large, stopwatch)
        let times = try stopwatch.race {
            _ = try SVGSize(large)
        } _: {
            _ = try SVGSize(small)
        }
        let ratio = hundredths(times.first / times.second)
        print("SVG size  50 MB against 10 KB  ratio \(ratio) ×  (at most 1.2 ×)")
    }

    private static func race(_ name: String, _ document: [UInt8], _ stopwatch: Stopwatch) throws {
        guard try SVGSize(document).pixels()?.width == probe(document) else { throw Disagreement() }
        let times = try stopwatch.race {
            _ = try SVGSize(document)
        } _: {
            _ = probe(document)
        }
        let (our, their) = (times.first * 1000, times.second * 1000)
        print(
            "SVG size  \(name)  ours \(hundredths(our)) µs  C \(hundredths(their)) µs  "
                + "ratio \(hundredths(our / their)) ×  (at most 1.5 ×)")
    }

    private static func probe(_ document: [UInt8]) -> Double? {
        document.withUnsafeBytes { bytes in
            var sides = (0.0, 0.0)
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return start.flatMap {
                pushprobe_measure($0, bytes.count, &sides.0, &sides.1) != 0 ? sides.0 : nil
            }
        }
    }
}

/// The two do not find the same, so their times mean nothing.
struct Disagreement: Error {}
