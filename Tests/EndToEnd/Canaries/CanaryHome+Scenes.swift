import JSON
import Testing

// Commands of a user with every key, with services that work and some that fail.
extension CanaryHome {
    private static let levels = [[], ["--verbose"]]
    private static let everybody = ["unsplash", "flickr", "cocoacasts", "duckduckgo"]

    /// Searches and browses in every format, first with requests and then from the cache.
    func search() async throws {
        for format in Self.formats {
            for level in Self.levels {
                for words in [["search", "owl"], ["browse"]] {
                    try await run(words + ["--refresh", "-f", format] + level)
                }
                try await run(["search", "owl", "-f", format] + level)
            }
        }
        for source in ["api", "v1"] {
            for use in ["--refresh", "--prefer-cache", "--offline"] {
                let ending = try await run("search", "swift", use, "--verbose", "-f", "json", source: source)
                #expect(ending.code != 64)
            }
        }
        let first = try await run("search", "owl", "-n", "5", "-f", "json")
        let cursor = try #require(try first.json["next"].string)
        for level in Self.levels { try await run(["search", "owl", "-n", "5", "--cursor", cursor] + level) }
        try await run("search", "owl", "--page", "2")
        for words in [["search", "owl"], ["search", "owl \"fault:echo=200\""], ["browse"]] {
            try await run(words + ["--refresh", "--record", "\(place.home)/recorded.json"])
        }
        try await run("replay", "\(place.home)/recorded.json")
        let lines = try place.write("owl\nbarn owl \"fault:echo\"\n", to: "queries.txt")
        try await run(["search", "--each", "-f", "jsonl"], input: lines)
    }

    /// Uses every other command.
    func lookAround() async throws {
        let ids = try await run("search", "owl", "-n", "30", "-f", "jsonl", "--fields", "id").outputLines
        for provider in Self.everybody {
            guard let line = ids.first(where: { $0.contains("\"\(provider):") }) else { continue }
            let id = try JSONDocument(Array(line.utf8), mode: .strict).root["id"].string ?? ""
            for format in Self.formats { try await run("show", id, "--refresh", "-f", format, "--verbose") }
            for format in ["text", "html", "markdown"] { try await run("credit", id, "-f", format) }
        }
        let body = try await run("fetch", Self.photos, "-H", Self.unsplashKey)
        let file = try place.write(body.output, to: "photos.json")
        for level in Self.levels {
            for words in Self.quietCommands + [["decode", "unsplash", file, "--request", "browse"]] {
                try await run(words + level)
            }
        }
    }

    private static let quietCommands: [[String]] =
        ["table", "json", "jsonl"].map { ["providers", "-f", $0] }
        + ["show", "check", "explain", "path", "schema"].map { ["config", $0] }
        + everybody.map { ["config", "explain", "providers.\($0)"] }
        + [["config", "explain", "transforms.cloudinary.apiSecret"], ["config", "explain", "nothing"]]
        + ["bash", "zsh", "fish"].map { ["completions", $0] } + keptCommands
        + [
            ["svg-size", "https://cocoacasts.com/owl.svg"], ["sandbox", "--port", "none"], ["--version"],
            ["help"],
        ]

    private static let keptCommands = [
        ["cache", "stats"], ["cache", "why", "owl"], ["cache", "why", photos], ["cache", "verify"],
        ["cache", "export"],
    ]

    private static let photos = "https://api.unsplash.com/photos?per_page=1"
    private static let unsplashKey = "Authorization: Client-ID ${UNSPLASH_ACCESS_KEY}"

    /// Uses failing services, some of which repeat the key in their answer.
    func meetFaults() async throws {
        for fault in Self.faults {
            for manner in [["-f", "table", "--verbose"], ["-f", "json"]] {
                try await run(["search", "owl \"fault:\(fault)\"", "--refresh", "-t", "5"] + manner)
            }
            for request in Self.requests {
                try await run(
                    ["fetch", "-i", "--trace", "--refresh", "-t", "5", "-H", "X-Sandbox-Fault: \(fault)"]
                        + request)
            }
            try await run("providers", "-f", "json")
            try await run(["providers", "reset"] + Self.everybody)
        }
    }

    private static let requests = [
        [photos, "-H", unsplashKey],
        [
            "https://api.flickr.com/services/rest/?method=flickr.test.echo&api_key=${FLICKR_API_KEY}&format=json"
        ],
        ["https://cocoacasts.com/api/episodes", "-H", "X-API-Key: ${COCOACASTS_API_KEY}"],
    ]

    /// Lists the cache again, and clears a part of it.
    func tidyUp() async throws {
        for words in Self.keptCommands { try await run(words) }
        try await run("search", "owl \"fault:echo=200\"", "--offline", "-f", "json")
        try await run("cache", "prune")
    }
}
