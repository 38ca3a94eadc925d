internal import ForageMeasure
internal import PushProbe
internal import Timing

/// Holds the measuring of SVGs against a C program that does the same, and against `imagesize` of PyPI.
///
/// `--short` takes fewer rounds.
@main
struct SVGBenchmark {
    static func main() async throws {
        let isShort = CommandLine.arguments.contains("--short")
        let small = try race("10 KB", byteCount: 10_000, rounds: isShort ? 501 : 5001)
        try race("1 MB", byteCount: 1_000_000, rounds: isShort ? 501 : 5001)
        let large = try race("50 MB", byteCount: 50_000_000, rounds: isShort ? 501 : 5001)
        print("SVG size  50 MB against 10 KB  ratio \(hundredths(large / small)) ×  (at most 1.2 ×)")
        try await FolderRace(fileCount: 5000, rounds: isShort ? 3 : 11).run()
    }

    /// Our median time in microseconds.
    @discardableResult
    private static func race(_ name: String, byteCount: Int, rounds: Int) throws -> Double {
        let document = Drawing.document(byteCount: byteCount)
        guard try SVGSize(document).pixels()?.width == probe(document) else { throw Disagreement() }
        let times = try Stopwatch(rounds: rounds).race {
            _ = try SVGSize(document)
        } _: {
            _ = probe(document)
        }
        let (our, their) = (times.first * 1000, times.second * 1000)
        print(
            "SVG size  \(name)  ours \(hundredths(our)) µs  C \(hundredths(their)) µs  "
                + "ratio \(hundredths(our / their)) ×  (at most 1.5 ×)")
        return our
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
