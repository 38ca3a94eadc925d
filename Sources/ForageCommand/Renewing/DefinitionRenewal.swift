internal import Forage
internal import ForageCore
internal import Platform

/// Installs definitions from the user's channel, and renews them.
struct DefinitionRenewal {
    private let invocation: Invocation
    private let channel: Channel
    private let installed: InstalledDefinitions
    private let definitions: Definitions

    init(_ invocation: Invocation) throws {
        self.invocation = invocation
        let files = invocation.configurationFiles
        let settings = DefinitionSettings(layers: files.layers, environment: invocation.environment)
        guard let address = settings.channel, let key = settings.channelKey else {
            throw CommandError.configuration([
                "No channel of definitions is configured: set definitions.channel to its address and definitions.channelKey to its public key, with `forage config set`."
            ])
        }
        do throws(ChannelError) {
            channel = try Channel(at: address, key: key, home: invocation.environment["HOME"])
        } catch {
            throw CommandError.configuration(["\(error)"])
        }
        installed = try Self.installed(invocation)
        definitions = invocation.definitions(files)
    }

    private static func installed(_ invocation: Invocation) throws(CommandError) -> InstalledDefinitions {
        guard let folder = PersonalFolder.state.path(invocation.environment) else {
            throw CommandError.failure("There is no folder for definitions: set HOME.")
        }
        return InstalledDefinitions(in: folder)
    }

    // MARK: - Actions

    /// Renews all definitions that the channel has in a higher version, except pinned ones.
    func update(_ words: some Collection<String>) async throws -> ExitCode {
        if let word = words.first { throw CommandError.unexpected(word, in: "providers update") }
        return try await withChannel { index, fetch in
            var (renewed, refused) = (0, 0)
            for entry in index.entries where isOlder(entry) {
                do {
                    try await install(entry, pinned: false, fetch)
                    renewed += 1
                } catch let error as ChannelError {
                    invocation.pipes.say("forage: \(Advice.sentence(on: error))")
                    refused += 1
                }
            }
            if renewed + refused == 0 {
                invocation.pipes.write(line: "All definitions are up to date (index \(index.sequence)).")
            }
            return refused == 0 ? .success : renewed > 0 ? .partial : .failure
        }
    }

    /// Indicates whether a definition is in use and may be renewed.
    private func isOlder(_ entry: ChannelIndex.Entry) -> Bool {
        guard let version = version(of: entry) else { return false }
        return version < entry.version && !installed.isPinned(entry.name)
    }

    private func version(of entry: ChannelIndex.Entry) -> Int? {
        ProviderID(entry.name).flatMap(definitions.version)
    }

    /// Lists the definitions of the channel that contain all words.
    func search(_ words: ArraySlice<String>) async throws -> ExitCode {
        try await withChannel { index, _ in
            let found = index.entries.filter {
                $0.matches(words.flatMap { $0.split(separator: " ").map(String.init) })
            }
            for entry in found {
                let state = version(of: entry).map { " (you have \($0))" } ?? ""
                invocation.pipes.write(
                    line: "\(entry.name) \(entry.version)\(state): \(entry.title). \(entry.summary)")
            }
            guard !found.isEmpty else { throw CommandError.failure("The channel has no such definition.") }
            return .success
        }
    }

    /// Installs definitions by name.
    func install(_ names: ArraySlice<String>) async throws -> ExitCode {
        guard !names.isEmpty else {
            throw CommandError.usage(
                "Name a definition: forage providers install NAME…; `forage providers search` lists them.")
        }
        return try await withChannel { index, fetch in
            let entries = try names.map { name in
                guard let entry = index[name] else { throw ChannelError.unknown(name) }
                return entry
            }
            for entry in entries { try await install(entry, pinned: invocation.arguments.has("pin"), fetch) }
            return .success
        }
    }

    /// Puts the previous version of a definition back. The channel is not read.
    static func rollBack(_ names: ArraySlice<String>, _ invocation: Invocation) throws -> ExitCode {
        guard names.count == 1, let name = names.first else {
            throw CommandError.usage("Name one definition: forage providers rollback NAME.")
        }
        let installed = try installed(invocation)
        do throws(ChannelError) {
            let result = try installed.rollBack(name) ? "its previous version" : "as it came with Forage"
            let id = ProviderID(name)
            let now = id.flatMap(invocation.definitions(invocation.configurationFiles).version)
            let state = now.map { "\(name) is \(result) again, version \($0)" } ?? "\(name) is removed"
            invocation.pipes.write(line: "\(state). It stays so until you install it again.")
        } catch {
            throw CommandError.failure("\(error)")
        }
        return .success
    }

    // MARK: - Parts

    private func install(
        _ entry: ChannelIndex.Entry, pinned: Bool, _ fetch: Channel.Fetch
    ) async throws {
        let bytes = try await channel.definition(entry, by: fetch)
        try installed.install(
            bytes, of: entry, from: channel.key, pinned: pinned, besides: definitions,
            allowing: Set(try invocation.arguments.origins("allow-origin")))
        let change = version(of: entry).map { " \($0) →" } ?? ""
        invocation.pipes.write(line: "\(entry.name):\(change) \(entry.version)\(pinned ? ", pinned" : "")")
        let now = invocation.definitions(invocation.configurationFiles)
        guard version(of: entry) == nil,
            let info = now.registrations.map(\.info).first(where: { $0.id.name == entry.name })
        else { return }
        let hosts = info.origins.map(\.description).joined(separator: ", ")
        let keys = info.keys.map(\.variable).joined(separator: ", ")
        invocation.pipes.say("\(info.name) asks \(hosts)\(keys.isEmpty ? "" : "; its keys: \(keys)").")
    }

    /// Reads the index and runs work with it.
    private func withChannel(
        _ work: (ChannelIndex, @escaping Channel.Fetch) async throws -> ExitCode
    ) async throws -> ExitCode {
        let configuration = try invocation.configuration(measuring: false, with: definitions)
        return try await invocation.withForage(configuration) { forage in
            let fetch: Channel.Fetch = { url, limit throws(FetchError) in
                try await forage.channelFile(at: url, upTo: limit)
            }
            do {
                let index = try await channel.index(after: installed.sequence(of: channel.key), by: fetch)
                try installed.note(index, of: channel.key)
                return try await work(index, fetch)
            } catch let error as ChannelError {
                throw CommandError.failure(Advice.sentence(on: error))
            }
        }
    }
}
