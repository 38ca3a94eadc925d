internal import ForageCore
internal import ForageProviders
internal import Platform
internal import Timing

/// Holds a definition's decoding against a compiled twin over the same bytes, times what fifty definitions cost to
/// read and to prove, and, where addresses of sandboxes are given, a search over many definitions against one over
/// four.
///
/// `--short` takes fewer rounds. Runs in the project's folder.
@main
struct DefinitionBenchmark {
    static func main() async throws {
        let isShort = CommandLine.arguments.contains("--short")
        let file = try bytes("Providers/Definitions/openverse.json")
        try compareDecoding(file, rounds: isShort ? 51 : 401)
        try timeReading(file, rounds: isShort ? 11 : 51)
        let sandboxes = CommandLine.arguments.dropFirst().compactMap { WebURL($0) }
        if !sandboxes.isEmpty {
            let many = ManyDefinitions(file: file, sandboxes: sandboxes)
            try await many.compare(rounds: isShort ? 5 : 21)
        }
    }

    private static func compareDecoding(_ file: [UInt8], rounds: Int) throws {
        let provider = DefinedProvider(try Definition(file, at: "openverse.json"))
        let twin = OpenverseTwin()
        let request = ProviderRequest.search(try Query("owl"), PageRequest(size: 20))
        let body = PicturePress.body(count: 20)
        let response = Response(body: body)
        guard try provider.decode(response, for: request) == .page(try twin.page(of: body)) else {
            throw NotTheSameWork(what: "the definition and its twin read different items")
        }
        let times = try Stopwatch(rounds: rounds).race {
            for _ in 0..<20 { _ = try provider.decode(response, for: request) }
        } _: {
            for _ in 0..<20 { _ = try twin.page(of: body) }
        }
        print(
            "Decoding \(body.count / 1024) KB of Openverse  definition \(hundredths(times.first / 20)) ms"
                + "  compiled twin \(hundredths(times.second / 20)) ms"
                + "  speed \(hundredths(times.second / times.first)) ×  (at least 0.5 ×)")
    }

    private static func timeReading(_ file: [UInt8], rounds: Int) throws {
        let times = try Stopwatch(rounds: rounds).race {
            for _ in 0..<50 { _ = try Definition(file, at: "openverse.json").registration }
        } _: {
            for _ in 0..<50 { try Definition(file, at: "openverse.json").check() }
        }
        print(
            "50 definitions  read \(hundredths(times.first)) ms  read and proved by their samples"
                + " \(hundredths(times.second)) ms")
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: path)))
    }
}

/// What was to be compared is not the same.
struct NotTheSameWork: Error {
    let what: String
}
