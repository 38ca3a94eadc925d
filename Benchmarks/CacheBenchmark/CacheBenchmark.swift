internal import ForageCore
internal import ForageStorage
internal import Platform
internal import TestPlaces
internal import Timing

/// Measures the store on the disk: opening it, a hit, and what storing takes while it is being trimmed; and a hit in
/// memory.
///
/// `--short` stores fewer answers, `--count N` so many; `--folder PATH` says on which disk.
@main
struct CacheBenchmark {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let isShort = arguments.contains("--short")
        let count = value(of: "--count", in: arguments).flatMap(Int.init) ?? (isShort ? 5000 : 100_000)
        let folder = value(of: "--folder", in: arguments) ?? FileManager.default.temporaryDirectory.path
        let place = "\(folder)/cache-benchmark-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: place) }
        await DiskHits(folder: place + "/hits", rounds: isShort ? 500 : 5000).run()
        await MemoryHits(folder: place + "/hits", rounds: isShort ? 100 : 1000).run()
        for sizes in [AnswerSizes.page, .mixed] {
            await Storing(folder: "\(place)/\(sizes)", sizes: sizes, count: count).run()
        }
    }

    private static func value(of option: String, in arguments: [String]) -> String? {
        guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else { return nil }
        return arguments[place + 1]
    }
}

/// How long the bodies are that get stored.
enum AnswerSizes: String, CustomStringConvertible {
    case page = "16 KiB"
    case mixed = "1 to 256 KiB"

    var description: String { rawValue }

    func byteCount(_ luck: inout SeededNumbers) -> Int {
        switch self {
        case .page: 16_384
        // As many between 1 and 2 KiB as between 128 and 256.
        case .mixed: 1024 << Int(luck.next() % 8) + Int(luck.next() % 1024)
        }
    }
}

extension SeededNumbers {
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0...count / 8).flatMap { _ in withUnsafeBytes(of: next(), Array.init) }.prefix(count).map { $0 }
    }
}

extension StoredResponse {
    /// An answer as services send them.
    static func answer(_ number: Int, byteCount: Int) -> StoredResponse {
        StoredResponse(
            key: CacheKey(stored: "https://api.example.org/search?page=1&per_page=30&query=owl-\(number)"),
            variant: [.init("accept", "application/json")], provider: "unsplash", status: 200,
            headers: [
                "Content-Type": "application/json; charset=utf-8", "ETag": "\"a5b1c2d3e4f5\(number)\"",
                "Date": "Sat, 21 Nov 2026 12:00:00 GMT", "Cache-Control": "max-age=3600",
                "X-Ratelimit-Limit": "50", "X-Ratelimit-Remaining": "49", "Vary": "Accept",
                "Link": "<https://api.example.org/search?page=2>; rel=\"next\"",
            ],
            requested: Date(timeIntervalSince1970: 1_790_000_000),
            received: Date(timeIntervalSince1970: 1_790_000_000.2), byteCount: byteCount)
    }
}
