import ForageCore
import Platform
import TestPlaces

@testable import Forage

/// A channel in a folder, signed with the command `openssl`.
final class SignedFolder: Sendable {
    let folder: TemporaryFolder
    /// The folder for the state of a user.
    let state: String
    /// The folder of a user's own definitions.
    let own: String
    let key: String
    private let environment: [String: String]

    struct Failure: Error { let command: String }

    init() throws {
        folder = try TemporaryFolder()
        state = folder.path + "/state/forage"
        own = folder.path + "/config/forage/providers"
        environment = [
            "XDG_STATE_HOME": folder.path + "/state", "XDG_CONFIG_HOME": folder.path + "/config",
            "FORAGE_DEFINITIONS_SHIPPED": "false",
        ]
        key = try Self.makeKey(folder.path + "/key")
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    }

    /// Makes a private key and returns its public key.
    static func makeKey(_ path: String) throws -> String {
        try run("openssl genpkey -algorithm ed25519 -out '\(path)'")
        return try run("openssl pkey -in '\(path)' -pubout | sed -n 2p")
    }

    @discardableResult
    static func run(_ command: String) throws -> String {
        guard let pipe = popen(command, "r") else { throw Failure(command: command) }
        var output: [UInt8] = []
        while case let byte = fgetc(pipe), byte != EOF { output.append(UInt8(byte)) }
        guard pclose(pipe) == 0 else { throw Failure(command: command) }
        return String(String(decoding: output, as: UTF8.self).prefix { $0 != "\n" })
    }

    /// Publishes definitions under their names in the index.
    func publish(
        _ definitions: [(name: String, version: Int, text: String)], sequence: Int = 1,
        expires: String = "9999-12-31", digest: String? = nil, signedWith key: String = "key"
    ) throws {
        var entries: [String] = []
        for (name, version, text) in definitions {
            let bytes = Array(text.utf8)
            try folder.write(bytes, to: "channel/\(name)-\(version).json")
            let digest = try digest ?? Digest.sha256.of(bytes).hex
            entries.append(
                #"{"name": "\#(name)", "version": \#(version), "sha256": "\#(digest)", "size": \#(bytes.count), "title": "T", "summary": "S"}"#
            )
        }
        try publish(
            index:
                #"{"$schema": "urn:forage:channel:1", "sequence": \#(sequence), "expires": "\#(expires)", "definitions": [\#(entries.joined(separator: ", "))]}"#,
            signedWith: key)
    }

    /// Publishes any text as the index.
    func publish(index: String, signedWith key: String = "key") throws {
        let path = try folder.write(index.utf8, to: "channel/index.json")
        try Self.run(
            "openssl pkeyutl -sign -rawin -inkey '\(folder.path)/\(key)' -in '\(path)' -out '\(path).sig'")
    }

    var channel: Channel {
        get throws(ChannelError) { try Channel(at: folder.path + "/channel", key: key, home: nil) }
    }

    var installed: InstalledDefinitions { InstalledDefinitions(in: state) }

    var definitions: Definitions {
        Definitions(ConfigurationFiles(environment: environment), environment: environment)
    }

    /// Reads the index and installs one definition, as the command does.
    func install(
        _ name: String, from channel: Channel? = nil, pinned: Bool = false,
        allowing allowed: Set<Origin> = [],
        by fetch: Channel.Fetch = { _, _ throws(FetchError) in throw .cancelled }
    ) async throws(ChannelError) {
        let channel = if let channel { channel } else { try self.channel }
        let index = try await channel.index(after: installed.sequence(of: channel.key), by: fetch)
        try installed.note(index, of: channel.key)
        guard let entry = index[name] else { throw .unknown(name) }
        let bytes = try await channel.definition(entry, by: fetch)
        try installed.install(
            bytes, of: entry, from: channel.key, pinned: pinned, besides: definitions, allowing: allowed)
    }

    /// A definition of a feed, or one that needs a key.
    static func definition(
        _ id: String, version: Int, hosts: [String] = ["talk.example"], key: Bool = false,
        title: String = "/title"
    ) -> String {
        let keys =
            key
            ? #", "keys": [{"name": "apiKey", "variable": "FORAGE_KEY_\#(id.uppercased())", "page": "https://talk.example/keys"}]"#
            : ""
        let host = hosts[0]
        return """
            {
              "$schema": "urn:forage:definition:1",
              "about": {"id": "\(id)", "name": "Talk", "summary": "Talks", "site": "https://\(host)/",
                "version": \(version), "kinds": ["episode"],
                "hosts": [\(hosts.map { "\"https://\($0)\"" }.joined(separator: ", "))]\(keys)},
              "format": "feed",
              "browse": {"url": "https://\(host)/feed"\(key ? #", "query": {"key": "{key.apiKey}"}"# : "")},
              "item": {"id": "/guid", "title": "\(title)", "page": "/link"},
              "samples": [{"request": {"browse": "latest"},
                "body": ["<rss><channel><item><guid>1</guid><title>A</title><link>https://talk.example/1</link></item></channel></rss>"],
                "items": [{"id": "1", "title": "A", "page": "https://talk.example/1"}]}]
            }
            """
    }
}
