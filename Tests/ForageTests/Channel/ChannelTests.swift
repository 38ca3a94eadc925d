import ForageCore
import ForageTransport
import HTTPServer
import Platform
import TestPlaces
import Testing

@testable import Forage

@Suite("Channels of definitions")
struct ChannelTests {
    private let place: SignedFolder

    init() throws { place = try SignedFolder() }

    private static func talk(_ version: Int) -> (name: String, version: Int, text: String) {
        ("talk", version, SignedFolder.definition("talk", version: version))
    }

    private var version: Int? { place.definitions.version(of: "talk") }

    /// Installs the definition, and returns the reason why it was refused.
    private func fault(allowing allowed: Set<Origin> = []) async -> ChannelError? {
        do throws(ChannelError) {
            try await place.install("talk", allowing: allowed)
            return nil
        } catch {
            return error
        }
    }

    private func refusal(allowing allowed: Set<Origin> = []) async -> ChannelError.Refusal? {
        if case .refused(_, let refusal)? = await fault(allowing: allowed) { refusal } else { nil }
    }

    // MARK: - Renewal

    @Test("a definition is installed, renewed and put back")
    func whole() async throws {
        try place.publish([Self.talk(1)])
        try await place.install("talk")
        #expect(version == 1)
        try place.publish([Self.talk(2)], sequence: 2)
        try await place.install("talk")
        #expect(version == 2 && !place.installed.isPinned("talk"))
        #expect(try place.installed.rollBack("talk"))
        #expect(version == 1 && place.installed.isPinned("talk"))
        #expect(try !place.installed.rollBack("talk"))
        #expect(version == nil && place.installed.names.isEmpty)
        #expect(throws: ChannelError.notInstalled("talk")) { try place.installed.rollBack("talk") }
    }

    @Test("one that comes with Forage is replaced only by a higher version", arguments: [1, 2, 3])
    func shipped(version: Int) throws {
        let shipped = place.folder.path + "/shipped"
        try place.folder.write(SignedFolder.definition("talk", version: 2).utf8, to: "shipped/talk.json")
        try place.folder.write(
            SignedFolder.definition("talk", version: version).utf8, to: "state/forage/definitions/talk.json")
        let environment = ["XDG_STATE_HOME": place.folder.path + "/state"]
        let definitions = Definitions(
            ConfigurationFiles(environment: environment), environment: environment, shippedIn: shipped)
        #expect(definitions.version(of: "talk") == max(version, 2) && definitions.problems.isEmpty)
    }

    @Test("your own definition is preferred to an installed one")
    func own() async throws {
        try place.publish([Self.talk(7)])
        try await place.install("talk")
        try place.folder.write(
            SignedFolder.definition("talk", version: 1).utf8, to: "config/forage/providers/talk.json")
        #expect(version == 1)
    }

    // MARK: - The index

    @Test("an index that another key signed is refused")
    func otherKey() async throws {
        _ = try SignedFolder.makeKey(place.folder.path + "/other")
        try place.publish([Self.talk(1)], signedWith: "other")
        #expect(await fault() == .wronglySigned)
    }

    @Test("an index that was changed after it was signed is refused, as is a cut or missing signature")
    func changed() async throws {
        try place.publish([Self.talk(1)])
        let path = place.folder.path + "/channel/index.json"
        let bytes = try LocalFile(path, upTo: 1 << 20).bytes
        for changed in [bytes + [32], Array(bytes.dropLast()), []] {
            try LocalFile.replace(path, with: changed)
            #expect(await fault() == .wronglySigned)
        }
        try LocalFile.replace(path, with: bytes)
        try LocalFile.replace(path + ".sig", with: [1, 2, 3])
        #expect(await fault() == .wronglySigned)
        LocalFile.remove(path + ".sig")
        guard case .unreadable? = await fault() else {
            Issue.record("a channel without a signature was used")
            return
        }
    }

    @Test("an index is used until its last day")
    func expired() async throws {
        let day = try #require(CalendarDay("2026-03-31"))
        try place.publish([Self.talk(1)], expires: "2026-03-31")
        #expect(await fault() == .expired(day))
        let fetch: Channel.Fetch = { _, _ throws(FetchError) in throw .cancelled }
        #expect(try await place.channel.index(today: day, after: 0, by: fetch).sequence == 1)
    }

    @Test("an index that is older than one already seen is refused")
    func older() async throws {
        try place.publish([Self.talk(2)], sequence: 5)
        try await place.install("talk")
        try place.publish([Self.talk(3)], sequence: 4)
        #expect(await fault() == .older(4, than: 5))
        #expect(version == 2)
    }

    @Test(
        "a signed text that is no index is refused",
        arguments: [
            "[]", "{", #"{"$schema": "urn:forage:channel:2", "sequence": 1, "expires": "9999-12-31"}"#,
            #"{"$schema": "urn:forage:channel:1", "sequence": -1, "expires": "9999-12-31"}"#,
            #"{"$schema": "urn:forage:channel:1", "sequence": 1, "expires": "soon"}"#,
            #"{"$schema": "urn:forage:channel:1", "sequence": 1, "expires": "9999-12-31", "definitions": [{"name": "../talk", "version": 1, "sha256": "00", "size": 1, "title": "", "summary": ""}]}"#,
            #"{"$schema": "urn:forage:channel:1", "sequence": 1, "expires": "9999-12-31", "definitions": [{"name": "talk", "version": 1, "sha256": "00", "size": 99999999999, "title": "", "summary": ""}]}"#,
        ])
    func malformed(text: String) async throws {
        try place.publish(index: text)
        guard case .malformed? = await fault() else {
            Issue.record("\(text) was accepted")
            return
        }
    }

    @Test("an unknown name is refused, and an address or key that is none")
    func unknown() async throws {
        try place.publish([])
        #expect(await fault() == .unknown("talk"))
        #expect(throws: ChannelError.noKey("owl")) { try Channel(at: "/tmp", key: "owl", home: nil) }
        for address in [
            "channel", "http://talk.example/", "ftp://talk.example/", "https://talk.example/?a=b",
        ] {
            #expect(throws: ChannelError.self, "\(address)") {
                try Channel(at: address, key: place.key, home: nil)
            }
        }
    }

    // MARK: - Files

    @Test("a swapped, shortened, lengthened or missing file is refused, and the version before it remains")
    func swapped() async throws {
        try place.publish([Self.talk(1)])
        try await place.install("talk")
        try place.publish([Self.talk(2)], sequence: 2)
        let path = place.folder.path + "/channel/talk-2.json"
        let bytes = try LocalFile(path, upTo: 1 << 20).bytes
        for changed in [bytes + [32], Array(bytes.dropLast()), bytes.reversed()] {
            try LocalFile.replace(path, with: changed)
            #expect(await refusal() == .swapped)
        }
        LocalFile.remove(path)
        guard case .unreadable? = await fault() else {
            Issue.record("a missing file was installed")
            return
        }
        #expect(version == 1)
        #expect(LocalFolder.names(in: place.state + "/definitions") == ["talk.json"])
    }

    @Test("a server that sends without end or too much is refused")
    func endless() async throws {
        try place.publish([Self.talk(1)])
        let folder = place.folder.path + "/channel"
        let server = try HTTPServer { request in
            let name = String(request.path.split(separator: "/").last ?? "")
            if request.path.contains("/endless/") {
                return HTTPServerResponse(
                    body: .stream { writer in
                        while true { try await writer.write([UInt8](repeating: 32, count: 65_536)) }
                    })
            }
            guard let file = try? LocalFile("\(folder)/\(name)", upTo: 1 << 20) else {
                return .text("none", status: 404)
            }
            let isLarge = request.path.contains("/large/") && name.hasPrefix("talk")
            return HTTPServerResponse(
                body: .bytes(file.bytes + (isLarge ? [UInt8](repeating: 32, count: 100_000) : [])))
        }
        let forage = Forage(try Configuration(registrations: []))
        let fetch: Channel.Fetch = { url, limit throws(FetchError) in
            try await forage.channelFile(at: url, upTo: limit)
        }
        func fault(_ path: String) async -> ChannelError? {
            do throws(ChannelError) {
                let channel = try Channel(
                    at: "http://127.0.0.1:\(server.port)/\(path)", key: place.key, home: nil)
                try await place.install("talk", from: channel, by: fetch)
                return nil
            } catch {
                return error
            }
        }
        for path in ["endless"] {
            guard case .unreadable? = await fault(path) else {
                Issue.record("\(path) was accepted")
                continue
            }
        }
        guard case .refused(_, .swapped)? = await fault("large") else {
            Issue.record("a file that is too large was accepted")
            return
        }
        #expect(await fault("right") == nil && version == 1)
    }

    // MARK: - What a definition may do

    @Test("a definition that does not decode its own samples is refused, and the version before it remains")
    func samples() async throws {
        try place.publish([Self.talk(1)])
        try await place.install("talk")
        try place.publish(
            [("talk", 2, SignedFolder.definition("talk", version: 2, title: "/titel"))], sequence: 2)
        guard case .invalid? = await refusal() else {
            Issue.record("a definition that reads nothing was installed")
            return
        }
        #expect(version == 1)
    }

    @Test("a definition under another name or version is refused")
    func misnamed() async throws {
        try place.publish([("talk", 1, SignedFolder.definition("museum", version: 1))])
        #expect(await refusal() == .misnamed)
        try place.publish([("talk", 2, SignedFolder.definition("talk", version: 1))])
        #expect(await refusal() == .misnamed)
    }

    @Test("a definition with the name of a built-in provider or of your own definition is refused")
    func taken() async throws {
        try place.publish([("flickr", 1, SignedFolder.definition("flickr", version: 1))])
        await #expect(throws: ChannelError.self) { try await place.install("flickr") }
        let path = try place.folder.write(
            SignedFolder.definition("talk", version: 1).utf8, to: "config/forage/providers/mine.json")
        try place.publish([Self.talk(1)])
        #expect(await refusal() == .taken(by: path))
        #expect(place.installed.names.isEmpty)
    }

    @Test("a definition that was installed from another channel is not replaced")
    func elsewhere() async throws {
        try place.publish([Self.talk(1)])
        try await place.install("talk")
        let other = try SignedFolder.makeKey(place.folder.path + "/other")
        try place.publish([Self.talk(2)], signedWith: "other")
        let channel = try Channel(at: place.folder.path + "/channel", key: other, home: nil)
        do throws(ChannelError) {
            try await place.install("talk", from: channel)
            Issue.record("it was replaced")
        } catch {
            guard case .refused(_, .installedFromElsewhere) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test("a definition that runs a program is refused")
    func program() async throws {
        let text = """
            {"$schema": "urn:forage:definition:1", "about": {"id": "talk", "name": "T", "summary": "S",
              "site": "https://talk.example/", "kinds": ["photo"], "hosts": ["https://talk.example"]},
             "program": {"command": ["python3", "-c", "0"], "answers": ["search"]}}
            """
        try place.publish([("talk", 1, text)])
        #expect(await refusal() == .program)
    }

    @Test("a key is not sent to another host than before, unless you allow it")
    func keys() async throws {
        let two = SignedFolder.definition(
            "talk", version: 1, hosts: ["talk.example", "other.example"], key: true)
        try place.publish([("talk", 1, two)])
        #expect(await refusal() == .keyForManyHosts)
        try place.publish([("talk", 1, SignedFolder.definition("talk", version: 1, key: true))])
        try await place.install("talk")
        try place.publish(
            [("talk", 2, SignedFolder.definition("talk", version: 2, hosts: ["other.example"], key: true))])
        let other = ("https://other.example/" as WebURL).origin
        #expect(await refusal() == .keyTo(other))
        #expect(version == 1)
        #expect(await fault(allowing: [other]) == nil && version == 2)
    }

    @Test("a definition without a key may add hosts, but not ask entirely different ones")
    func hosts() async throws {
        try place.publish([Self.talk(1)])
        try await place.install("talk")
        try place.publish(
            [("talk", 2, SignedFolder.definition("talk", version: 2, hosts: ["other.example"]))])
        #expect(await refusal() == .otherHosts)
        try place.publish(
            [
                (
                    "talk", 3,
                    SignedFolder.definition("talk", version: 3, hosts: ["other.example", "talk.example"])
                )
            ])
        #expect(await fault() == nil && version == 3)
    }

    @Test("a definition whose pointers multiply is refused")
    func explosion() async throws {
        let list = "[" + Array(repeating: "0", count: 300).joined(separator: ",") + "]"
        let deep = (0..<3).reduce(list) { inner, _ in
            "[" + Array(repeating: inner, count: 5).joined(separator: ",") + "]"
        }
        let text = """
            {"$schema": "urn:forage:definition:1", "about": {"id": "talk", "name": "T", "summary": "S",
              "site": "https://talk.example/", "version": 1, "kinds": ["photo"], "hosts": ["https://talk.example"]},
             "search": {"url": "https://talk.example/", "query": {"q": "{text}"}},
             "items": "/works", "item": {"id": "/id", "title": {"all": [\(
                Array(repeating: #""/x/*/*/*/*""#, count: 90).joined(separator: ","))]}, "page": "/page"},
             "samples": [{"request": {"search": "owl"}, "body": {"works": [{"id": 1, "page": "https://talk.example/1",
                "x": \(deep)}]}, "items": [{"id": "1", "title": "0", "page": "https://talk.example/1"}]}]}
            """
        try place.publish([("talk", 1, text)])
        guard case .invalid? = await refusal() else {
            Issue.record("it was installed")
            return
        }
        #expect(place.installed.names.isEmpty)
    }
}
