package import ForageCore
internal import ForageProviders
internal import JSON
package import Platform

/// The definitions that were installed from a channel, with what must be remembered about channels.
package struct InstalledDefinitions: Sendable {
    private let folder: String
    private let memory: String

    /// Locates the definitions in the folder for the user's state.
    package init(in state: String) {
        folder = Self.folder(in: state)
        memory = state + "/channel.json"
    }

    /// The folder that contains only the definitions in use.
    static func folder(in state: String) -> String { state + "/definitions" }

    private func path(_ name: String) -> String { "\(folder)/\(name).json" }
    private func pathOfPrevious(_ name: String) -> String { "\(folder)/\(name).previous" }

    // MARK: - What is remembered

    /// What is remembered about channels and their definitions.
    private struct Memory {
        /// The number of the latest index of each key.
        var sequences: [String: Int] = [:]
        /// The key of each installed definition.
        var keys: [String: String] = [:]
        /// The definitions that are not renewed.
        var pinned: Set<String> = []

        init(_ bytes: [UInt8]) {
            guard let root = (try? JSONDocument(bytes, mode: .strict))?.root else { return }
            for member in root["sequences"].members { sequences[member.key] = member.value.int }
            for member in root["keys"].members { keys[member.key] = member.value.string }
            pinned = Set(root["pinned"].elements.compactMap(\.string))
        }

        var json: [UInt8] {
            JSONWriter.bytes(.pretty) { writer in
                writer.object { writer in
                    writer.object("sequences") { writer in
                        for (key, number) in sequences.sorted(by: { $0.key < $1.key }) {
                            writer.member(key, number)
                        }
                    }
                    writer.object("keys") { writer in
                        for (name, key) in keys.sorted(by: { $0.key < $1.key }) { writer.member(name, key) }
                    }
                    writer.member("pinned", all: pinned.sorted()) { $0.string($1) }
                }
            } + [UInt8(ascii: "\n")]
        }
    }

    private static let greatestMemory = 1 << 20

    private func read() -> Memory {
        Memory((try? LocalFile(memory, upTo: Self.greatestMemory, pipes: false))?.bytes ?? [])
    }

    private func edit(_ change: (inout Memory) -> Void) throws(ChannelError) {
        do {
            try LocalFile.edit(memory, upTo: Self.greatestMemory, permissions: 0o600) { bytes in
                var memory = Memory(bytes)
                change(&memory)
                return memory.json
            }
        } catch {
            throw .file("\(error)")
        }
    }

    /// The number of the latest index with a key that was seen.
    package func sequence(of key: Ed25519Key) -> Int { read().sequences["\(key)"] ?? 0 }

    /// Remembers the number of an index, below which no other is accepted.
    package func note(_ index: ChannelIndex, of key: Ed25519Key) throws(ChannelError) {
        try edit { $0.sequences["\(key)"] = max($0.sequences["\(key)"] ?? 0, index.sequence) }
    }

    /// Indicates whether a definition is not renewed.
    package func isPinned(_ name: String) -> Bool { read().pinned.contains(name) }

    /// The names of all definitions that were installed.
    package var names: [String] {
        LocalFolder.names(in: folder, atMost: 10_000).filter { $0.hasSuffix(".json") }.map {
            String($0.dropLast(5))
        }
    }

    // MARK: - Changes

    /// Checks the file of a definition, and installs it.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - entry: Its description in the index.
    ///   - key: The key of its channel.
    ///   - isPinned: Whether it is not renewed afterwards.
    ///   - definitions: The definitions in use.
    ///   - allowed: Origins to which the user allows keys to be sent.
    /// - Throws: ``ChannelError``; nothing is then changed.
    package func install(
        _ bytes: [UInt8], of entry: ChannelIndex.Entry, from key: Ed25519Key, pinned isPinned: Bool,
        besides definitions: Definitions, allowing allowed: Set<Origin> = []
    ) throws(ChannelError) {
        if let owner = read().keys[entry.name], owner != "\(key)" {
            throw .refused(entry, .installedFromElsewhere)
        }
        if let refusal = definitions.refusal(of: bytes, listedAs: entry, allowing: allowed) {
            throw .refused(entry, refusal)
        }
        do throws(FileError) {
            if let old = try? LocalFile(path(entry.name), upTo: Definitions.greatestByteCount, pipes: false),
                old.bytes != bytes
            {
                try LocalFile.replace(pathOfPrevious(entry.name), with: old.bytes)
            }
            try LocalFile.replace(path(entry.name), with: bytes)
        } catch {
            throw .file("\(error)")
        }
        try edit { memory in
            memory.keys[entry.name] = "\(key)"
            if isPinned { memory.pinned.insert(entry.name) } else { memory.pinned.remove(entry.name) }
        }
    }

    /// Puts the previous version of a definition back, or removes a definition that has none. It is not renewed until
    /// it is installed again.
    ///
    /// - Returns: True if there was a previous version.
    package func rollBack(_ name: String) throws(ChannelError) -> Bool {
        guard names.contains(name) else { throw .notInstalled(name) }
        let hasPrevious = LocalPath.kind(pathOfPrevious(name)) != nil
        do throws(FileError) {
            if hasPrevious {
                try LocalFile.move(pathOfPrevious(name), to: path(name))
            } else {
                LocalFile.remove(path(name))
            }
        } catch {
            throw .file("\(error)")
        }
        try edit { memory in
            memory.pinned.insert(name)
            if !hasPrevious { memory.keys[name] = nil }
        }
        return hasPrevious
    }
}

extension Definitions {
    /// The reason why a definition of a channel may not be used in addition to these; nil if it may.
    func refusal(
        of bytes: [UInt8], listedAs entry: ChannelIndex.Entry, allowing allowed: Set<Origin>
    ) -> ChannelError.Refusal? {
        let definition: Definition
        do throws(DefinitionError) {
            definition = try Definition(bytes, at: entry.name)
            guard !definition.hasProgram else { return .program }
            try definition.check()
        } catch {
            return .invalid(error.description)
        }
        let info = definition.info
        guard info.id.name == entry.name, definition.version == entry.version else { return .misnamed }
        if isTaken(info.id) { return .taken(by: nil) }
        if let path = ownFile(of: info.id) { return .taken(by: path) }
        let hasKey = !info.keys.isEmpty
        if hasKey, info.origins.count > 1 { return .keyForManyHosts }
        guard let old = registrations.first(where: { $0.info.id == info.id })?.info else { return nil }
        if hasKey, let new = info.origins.first(where: { !old.origins.contains($0) && !allowed.contains($0) })
        {
            return .keyTo(new)
        }
        let isKnown = info.origins.contains(where: old.origins.contains) || hasKey
        return isKnown ? nil : .otherHosts
    }
}
