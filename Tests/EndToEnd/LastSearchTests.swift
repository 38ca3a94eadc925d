import Forage
import Platform
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("The results of the last search")
struct LastSearchTests {
    private let place: Place

    init() throws { place = try Place() }

    private var file: String { "\(place.home)/.local/state/forage/last-search" }

    private func kept(_ path: String? = nil) throws -> [Substring] {
        try String(contentsOfFile: path ?? file, encoding: .utf8).split(separator: "\n")
    }

    @Test("they are stored privately, and replaced by the next search")
    func kept() async throws {
        let first = try await forageAtSandbox(["search", "owl", "-n", "3"], in: place)
        let ids = first.outputLines.compactMap { $0.split(separator: "\t").first }
        #expect(try kept().map { $0.split(separator: "\t")[0] } == ids)
        #expect(try LocalFile(file, upTo: 10).permissions == 0o600)
        _ = try await forageAtSandbox(["search", "fox", "-n", "2"], in: place)
        #expect(try kept().count == 2)
        _ = try await forageAtSandbox(["search", "zzzzqqqq"], in: place)
        #expect(try kept().count == 2)
    }

    @Test("they are stored in your XDG state folder")
    func elsewhere() async throws {
        let state = "\(place.folder)/state"
        _ = try await forageAtSandbox(
            ["search", "owl", "-p", "duckduckgo"], in: place, environment: ["XDG_STATE_HOME": state])
        #expect(try !kept("\(state)/forage/last-search").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a failure to store them does not disturb the search")
    func trouble() async throws {
        try place.write("no folder", to: "state")
        let ending = try await forageAtSandbox(
            ["search", "owl", "-p", "duckduckgo"], in: place,
            environment: ["XDG_STATE_HOME": "\(place.folder)/state"])
        #expect(ending.code == 0)
        #expect(ending.messageLines.count == 2)
        #expect(ending.messages.contains("are counted for this run only"))
    }

    @Test("a pipe in their place does not delay the search")
    func pipe() async throws {
        try FileManager.default.createDirectory(
            atPath: "\(place.home)/.local/state/forage", withIntermediateDirectories: true)
        #expect(mkfifo(file, 0o600) == 0)
        let ending = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo"], in: place)
        #expect(ending.code == 0 && !ending.output.isEmpty)
    }
}
