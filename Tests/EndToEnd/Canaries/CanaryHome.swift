import LoopbackClient
import Platform
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A home folder in which every key is a canary, with all output and files of the runs.
final class CanaryHome: Sendable {
    /// The prefix of keys that the sandbox accepts. Each key has characters that addresses and base64 change.
    private static func canary(_ name: String) -> String { "sandbox-canary/\(name)+0=" }

    private static let environmentKeys = [
        "UNSPLASH_ACCESS_KEY": canary("unsplash"), "COCOACASTS_API_KEY": canary("cocoacastsKey"),
        "COCOACASTS_API_TOKEN": canary("cocoacastsToken"), "CLOUDINARY_API_SECRET": canary("cloudinary"),
    ]
    private static let flickrKey = canary("flickr")
    static let canaries = Array(environmentKeys.values) + [flickrKey]
    /// Cloudinary's secret is used only for signatures.
    static let sentCanaries = ["unsplash", "flickr", "cocoacastsKey", "cocoacastsToken"].map(canary)

    let place: Place
    private let sandbox: String
    private let said = Mutex<[Run]>([])
    private let untouched: [String: [UInt8]]

    struct Run: Sendable {
        let words: [String]
        let ending: RunningProgram.Ending
    }

    var runs: [Run] { said.withLock { $0 } }

    init() throws {
        place = try Place()
        sandbox = try SharedSandbox.address.get()
        let configuration = """
            {
              "$schema": "urn:forage:config:1",
              "providers": {
                "unsplash": { "accessKey": "${UNSPLASH_ACCESS_KEY}", "requestsPerHour": 100000 },
                "flickr": { "enabled": true, "requestsPerHour": 100000 }
              },
              "transforms": { "cloudinary": { "signed": true, "apiSecret": "${CLOUDINARY_API_SECRET}" } }
            }
            """
        let credentials = #"{ "flickr": { "apiKey": "\#(Self.flickrKey)" } }"#
        try place.write(configuration.utf8, to: place.ownConfiguration)
        try place.write(credentials.utf8, to: place.ownCredentials, permissions: 0o600)
        untouched = [
            place.ownConfiguration: Array(configuration.utf8), place.ownCredentials: Array(credentials.utf8),
        ]
    }

    /// The base URLs that lead each provider to the sandbox.
    private func environment(_ source: String) -> [String: String] {
        let hosts = [
            "UNSPLASH": "api.unsplash.com", "FLICKR": "api.flickr.com", "DUCKDUCKGO": "api.duckduckgo.com",
            "COCOACASTS": Self.hostsOfCocoacasts[source] ?? "",
        ]
        var environment = Self.environmentKeys.merging([
            "FORAGE_PROVIDERS_COCOACASTS_SOURCE": source, "FORAGE_TIMEOUT": "30", "FORAGE_MEASURE": "false",
        ]) { $1 }
        for (name, host) in hosts { environment["FORAGE_PROVIDERS_\(name)_BASE_URL"] = "\(sandbox)/\(host)" }
        return environment
    }

    private static let hostsOfCocoacasts = [
        "api": "cocoacasts.com", "v1": "cocoacasts-mock-api.herokuapp.com",
    ]

    @discardableResult
    func run(_ words: String..., source: String = "api") async throws -> RunningProgram.Ending {
        try await run(words, source: source)
    }

    @discardableResult
    func run(_ words: [String], source: String = "api", input: String = "/dev/null") async throws
        -> RunningProgram.Ending
    {
        let ending = try await RunningProgram(
            ["forage"] + words + ["--allow-origin", sandbox], in: place, environment: environment(source),
            input: input
        ).ending()
        said.withLock { $0.append(Run(words: words, ending: ending)) }
        return ending
    }

    /// The canaries in the last requests to the sandbox.
    func canariesSeenByServices() async throws -> [String] {
        let port = try #require(sandbox.split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) })
        let log = try #require(try await LoopbackConnection.request("/sandbox/requests", port: port))
        let text = String(decoding: log.body, as: UTF8.self)
        return Self.sentCanaries.filter { EncodedKey.all(of: $0).contains(where: text.contains) }
    }

    /// Every place with a canary that should not be there, and the file concerned.
    func findings() throws -> [String] {
        var findings = runs.filter { Self.hasCanary(Array(($0.ending.output + $0.ending.messages).utf8)) }
            .map { "said by: forage \($0.words.joined(separator: " "))" }
        for name in try FileManager.default.subpathsOfDirectory(atPath: place.home) {
            let path = "\(place.home)/\(name)"
            guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { continue }
            if let before = untouched[path] {
                if Array(bytes) != before { findings.append("touched: \(name)") }
            } else if Self.hasCanary(Array(bytes)) {
                findings.append("kept in: \(name)")
            }
        }
        return findings
    }

    private static let disguises = canaries.flatMap(EncodedKey.all).map { Array($0.utf8) }

    private static func hasCanary(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in disguises.contains { isFound($0, in: bytes) } }
    }

    private static func isFound(_ pattern: [UInt8], in bytes: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while let start = bytes.baseAddress, place + pattern.count <= bytes.count,
            let first = memchr(start + place, Int32(pattern[0]), bytes.count - place - pattern.count + 1)
        {
            if memcmp(first, pattern, pattern.count) == 0 { return true }
            place = start.distance(to: first) + 1
        }
        return false
    }
}
