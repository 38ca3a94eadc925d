import JSON
import Platform
import TestWording
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

    private var folder: String { "\(place.home)/.local/state/forage/last-searches" }

    /// The IDs of the stored results of the only terminal.
    private func kept(_ path: String? = nil) throws -> [String] {
        let folder = path ?? folder
        let name = try #require(LocalFolder.names(in: folder).first)
        let file = try LocalFile("\(folder)/\(name)", upTo: 1 << 20)
        #expect(file.permissions == 0o600)
        return try JSONDocument(file.bytes).root["results"].elements.compactMap { $0["id"].string }
    }

    @Test("they are stored privately, and replaced by the next search")
    func kept() async throws {
        let first = try await forageAtSandbox(["search", "owl", "-n", "3"], in: place)
        let ids = first.outputLines.compactMap { $0.split(separator: "\t").first.map(String.init) }
        #expect(try kept() == ids)
        _ = try await forageAtSandbox(["search", "fox", "-n", "2"], in: place)
        #expect(try kept().count == 2)
        _ = try await forageAtSandbox(["search", "zzzzqqqq"], in: place)
        #expect(try kept().count == 2)
        // Without a terminal, all sessions share one file.
        #expect(LocalFolder.names(in: folder) == ["none"])
    }

    @Test("they are stored in your XDG state folder")
    func elsewhere() async throws {
        let state = "\(place.folder)/state"
        _ = try await forageAtSandbox(
            ["search", "owl", "-p", "duckduckgo"], in: place, environment: ["XDG_STATE_HOME": state])
        #expect(try !kept("\(state)/forage/last-searches").isEmpty)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("a failure to store them does not disturb the search")
    func trouble() async throws {
        try place.write("no folder", to: "state")
        let ending = try await forageAtSandbox(
            ["search", "owl", "-p", "duckduckgo"], in: place,
            environment: ["XDG_STATE_HOME": "\(place.folder)/state"])
        #expect(ending.code == 0)
        #expect(ending.messageLines.count == 2)
        #expect(ending.messages.contains(Wording.Storage.countedHere))
    }

    @Test("a pipe in their place does not delay the search")
    func pipe() async throws {
        _ = try await forageAtSandbox(["search", "owl", "-p", "duckduckgo"], in: place)
        let name = try #require(LocalFolder.names(in: folder).first)
        LocalFile.remove("\(folder)/\(name)")
        #expect(mkfifo("\(folder)/\(name)", 0o600) == 0)
        for words in [["show", "1"], ["search", "owl", "-p", "duckduckgo"]] {
            #expect(try await forageAtSandbox(words, in: place).code == (words[0] == "show" ? 64 : 0))
        }
    }
}
