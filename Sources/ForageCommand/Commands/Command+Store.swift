internal import Database
internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageStorage
internal import JSON
internal import Platform

extension Command {
    static let store = Command(
        "store", "Set up and show the PostgreSQL store that several machines share",
        operands: "init | status | migrate | export FOLDER | import [FOLDER]",
        takes: .action([
            .init("init"), .init("status"), .init("migrate"), .init("export", takes: .file),
            .init("import", takes: .file),
        ]),
        options: [Output.formatOption(StoreUpkeep.Form.self)],
        discussion: """
            init      create the tables in the database, if they are missing
            status    show whether the store can be used, and what it contains
            migrate   bring the tables of an earlier version up to date
            export    copy the answers, items, archive and collections of the store into files in a folder
            import    copy those of this machine, or of a folder written by export, into the store

            The setting "store" in your own configuration file, or FORAGE_STORE, names the database, such as
            postgresql://forage@db.example/forage. The PG* variables apply as well; the password comes from
            PGPASSWORD or ~/.pgpass and never from the setting. Every command creates or migrates the tables
            when it first needs them, so init and migrate only do it at a time of your choice.
            """,
        examples: [
            "forage config set store postgresql://forage@db.example/forage", "forage store init",
            "forage store status", "forage store import",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        let action = words.first ?? "status"
        guard let run = StoreUpkeep.actions[action] else {
            throw CommandError.unknown(
                "action of store", action, among: StoreUpkeep.actions.keys.sorted())
        }
        let greatestCount = action == "export" || action == "import" ? 2 : 1
        guard words.count <= greatestCount else {
            throw CommandError.unexpected(words[greatestCount], in: "store")
        }
        guard action == "status" || !invocation.arguments.has("format") else {
            throw CommandError.usage("--format works only with forage store status.")
        }
        let configuration = try invocation.configuration(measuring: false)
        guard let team = try invocation.teamStore(configuration) else {
            throw CommandError.configuration([
                "No store is set, so this machine uses its own files. To name a database: forage config set store postgresql://HOST/DATABASE."
            ])
        }
        let upkeep = StoreUpkeep(
            team: team, configuration: configuration, invocation: invocation,
            folder: words.dropFirst().first)
        do {
            return try await run(upkeep)
        } catch let error as DatabaseError {
            throw CommandError.failure(upkeep.sentence(on: error))
        }
    }
}

/// The maintenance of a store that several machines share.
struct StoreUpkeep: Sendable {
    let team: TeamStore
    let configuration: Configuration
    let invocation: Invocation
    /// The folder of an export.
    let folder: String?

    enum Form: String, CaseIterable { case table, json }

    static let actions: [String: @Sendable (StoreUpkeep) async throws -> ExitCode] = [
        "init": { try $0.prepare() },
        "migrate": { try $0.prepare() },
        "status": { try $0.showState() },
        "export": { try await $0.export() },
        "import": { try await $0.takeOver() },
    ]

    private var pipes: Pipes { invocation.pipes }

    private func prepare() throws -> ExitCode {
        let (before, after) = try team.server.prepare()
        switch before {
        case 0: pipes.write(line: "Created the tables of version \(after).")
        case after: pipes.write(line: "The tables are up to date, at version \(after).")
        default: pipes.write(line: "Migrated the tables from version \(before) to \(after).")
        }
        return .success
    }

    private func showState() throws -> ExitCode {
        let form = try invocation.arguments.choice("format", as: Form.self) ?? .table
        let state = try team.server.storeState()
        switch form {
        case .json: pipes.write((json(state) + "\n").utf8)
        case .table: lines(state).forEach(pipes.write(line:))
        }
        if state.version == SharedStoreState.newestVersion { return .success }
        pipes.say(
            state.version > SharedStoreState.newestVersion
                ? "forage: A later version of Forage created these tables: update Forage on this machine."
                : "forage: The tables are missing or of an earlier version: forage store migrate.")
        return .partial
    }

    private func lines(_ state: SharedStoreState) -> [String] {
        let limits = configuration.cache.shares
        func amount(_ share: SharedStoreState.Share, of limit: Int) -> String {
            "\(share.count.of("entry", "entries")), \(ByteCount(share.byteCount)) of \(ByteCount(limit))"
        }
        let keys = state.keyAges.map { "\(Int(exactly: $0.rounded()) ?? 0) days old" }.joined(separator: ", ")
        return [
            ("store", team.address), ("server", "PostgreSQL \(state.server)"),
            ("tables", "version \(state.version)"), ("answers", amount(state.answers, of: limits.answers)),
            ("items", amount(state.items, of: limits.items)),
            ("archive", state.fileCount.of("file")), ("quotas", state.serviceCount.of("service")),
            ("keys", keys.isEmpty ? "none so far" : keys),
        ].map { name, value in name.padded(toWidth: 9) + value }
    }

    private func json(_ state: SharedStoreState) -> String {
        JSONWriter.objectText { writer in
            writer.member("store", team.address)
            writer.member("server", state.server)
            writer.member("version", state.version)
            writer.member("answers", state.answers.count)
            writer.member("answerBytes", state.answers.byteCount)
            writer.member("items", state.items.count)
            writer.member("itemBytes", state.items.byteCount)
            writer.member("archivedFiles", state.fileCount)
            writer.member("services", state.serviceCount)
        }
    }

    private func export() async throws -> ExitCode {
        guard let folder else {
            throw CommandError.usage("Name a folder for the files: forage store export FOLDER.")
        }
        let cache = Cache(in: folder, configuration, inMemory: false, warn: invocation.warnings.say)
        let (archive, collections) = stores(in: folder)
        return await copying("Exported", cache) { progress in
            await team.copy(to: cache, archive, collections, configuration, progress: progress)
        }
    }

    private func takeOver() async throws -> ExitCode {
        guard let cacheFolder = folder ?? invocation.cacheFolder,
            let stateFolder = folder ?? invocation.stateFolder
        else {
            throw CommandError.failure("There is no folder with files of this machine: set HOME.")
        }
        if let folder, !FileManager.default.fileExists(atPath: folder) {
            throw CommandError.failure("There is no folder \(folder).")
        }
        // The tables must exist before the first write, so that an error is one sentence.
        _ = try team.server.prepare()
        let cache = Cache(in: cacheFolder, configuration, inMemory: false, warn: invocation.warnings.say)
        let (archive, collections) = stores(in: stateFolder)
        return await copying("Imported", cache) { progress in
            await team.takeOver(cache, archive, collections, configuration, progress: progress)
        }
    }

    private func stores(in folder: String) -> (SQLiteFileArchive, SQLiteCollectionStore) {
        let warn = invocation.warnings.sayIfFirst
        return (SQLiteFileArchive(in: folder, warn: warn), SQLiteCollectionStore(in: folder, warn: warn))
    }

    /// Copies entries and reports how many. If something failed, a warning has already been shown.
    private func copying(
        _ done: String, _ cache: Cache,
        _ copy: (@escaping (TeamStore.CopyCount) async -> Void) async -> TeamStore.CopyCount
    ) async -> ExitCode {
        var progress = Progress(invocation.terminal, pipes)
        let count = await copy { progress.say("\(done) \($0.inWords)") }
        progress.clear()
        await cache.close()
        pipes.write(line: "\(done) \(count.inWords).")
        if count.isComplete { return .success }
        pipes.say("forage: Not everything was copied. Run the same command again.")
        return .partial
    }

    fileprivate func sentence(on error: DatabaseError) -> String {
        switch error {
        case .newer:
            "\(error) Update Forage on this machine."
        case .disconnected:
            "\(error) Check the address (forage config get store), the server and the password (PGPASSWORD or ~/.pgpass)."
        case .readOnly:
            "The database refuses to create the tables. Give this user the right to create a schema: GRANT CREATE ON DATABASE."
        default: "\(error)"
        }
    }
}

extension TeamStore.CopyCount {
    fileprivate var inWords: String {
        [
            answers.of("answer"), items.of("item"), files.of("archived file"),
            "and \(collections.of("collection"))",
        ].joined(separator: ", ")
    }
}
