internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch
internal import Platform
internal import Synchronization

/// The input of one run of a command.
struct Invocation: Sendable {
    let arguments: Arguments
    let environment: [String: String]
    let terminal: Terminal
    let pipes: Pipes
    let warnings: Warnings
    let interruption: Interruption
    private let team = TeamStoreOfRun()

    init(
        _ arguments: Arguments, environment: [String: String], pipes: Pipes, interruption: Interruption
    ) throws(CommandError) {
        self.arguments = arguments
        self.environment = environment
        self.pipes = pipes
        self.interruption = interruption
        warnings = Warnings(pipes, sayingEverything: arguments.has("verbose"))
        terminal = Terminal(
            output: Screen(at: pipes.output), messages: Screen(at: pipes.messages), environment: environment,
            colour: try arguments.choice("color", as: Terminal.Colour.self) ?? .auto)
    }
}

extension Invocation {
    /// The same run with another command line.
    func with(_ arguments: Arguments) throws(CommandError) -> Invocation {
        try Invocation(arguments, environment: environment, pipes: pipes, interruption: interruption)
    }

    /// The possible configuration files of this run.
    var configurationFiles: ConfigurationFiles {
        ConfigurationFiles(named: arguments.value("config"), environment: environment)
    }

    /// Returns the configuration of this run, from files, environment and command line. A command that does not need
    /// the sizes of pictures passes false for `measuring`, and one that has already read the definitions passes these.
    func configuration(
        measuring: Bool = true, with definitions: Definitions? = nil
    ) throws -> Configuration {
        let files = configurationFiles
        var flags = try arguments.origins("allow-origin").map {
            ConfigurationLayer.Flag("--allow-origin", sets: "allow.origins", to: "\($0)")
        }
        if !measuring || arguments.has("no-measure") {
            flags.append(ConfigurationLayer.Flag("--no-measure", sets: "measure", to: "false"))
        }
        flags += definitionFlags
        let definitions = try definitions ?? definitionsWithWarnings(files)
        let configuration = try Configuration(
            files, flags: flags, Forage.builtIn + definitions.registrations, environment: environment)
        if arguments.has("verbose") {
            for file in configuration.files { pipes.say("\(file.path): \(file.finding)") }
        } else {
            for file in configuration.files where file.state == .unmarked {
                warnings.sayOnce("\(file.path) is \(file.finding).")
            }
        }
        return configuration
    }

    /// The options that a command takes from the configuration, with their origins; none if it has problems, because
    /// help must always be shown.
    func defaults(of command: Command) -> [(option: String, origin: String)] {
        guard let scope = CommandDefaults.Command(rawValue: command.name),
            let configuration = try? Configuration(
                configurationFiles, Forage.builtIn, environment: environment)
        else { return [] }
        return configuration.explanations(ofDefaultsFor: scope).map { setting in
            let name = setting.path.split(separator: ".").last.map(String.init) ?? ""
            let flag = QueryField.all.first { $0.name == name }?.flag ?? name
            return ("--\(flag) \(setting.value ?? "")".onOneLine, "from \(setting.origin.inWords)")
        }
    }

    /// The providers that files define for this run.
    func definitions(_ files: ConfigurationFiles) -> Definitions {
        Definitions(files, flags: definitionFlags, environment: environment)
    }

    /// The same definitions, after a message about each file that does not define a provider.
    ///
    /// - Throws: ``CommandError`` if a file that the command line names cannot be read.
    func definitionsWithWarnings(_ files: ConfigurationFiles) throws(CommandError) -> Definitions {
        let definitions = definitions(files)
        guard definitions.unreadable.isEmpty else {
            throw CommandError.configuration(definitions.unreadable.map(\.description))
        }
        for problem in definitions.problems { pipes.say("forage: \(problem)") }
        return definitions
    }

    /// All providers, both built in and defined.
    var registrations: [Registration] { Forage.builtIn + definitions(configurationFiles).registrations }

    private var definitionFlags: [ConfigurationLayer.Flag] {
        arguments.every("definition").map {
            ConfigurationLayer.Flag("--definition", sets: "definitions.files", to: $0)
        }
    }

    /// Creates Forage for the duration of a call. With `--sandbox`, the sandbox runs for as long, unless
    /// `FORAGE_SANDBOX` has the address of a running one or no service is to be asked.
    func withForage<Result>(
        _ configuration: Configuration, seal: CursorSeal = .keyless, recorder: Recorder? = nil,
        inMemory: Bool? = nil, _ body: (Forage) async throws -> Result
    ) async throws -> Result {
        let cache = try cache(configuration, inMemory: inMemory, sharing: teamStore(configuration))
        let use = try CacheArguments.use(arguments)
        let sandbox = try sandbox(use)
        let ledger = try ledger(configuration)
        let forage =
            if let sandbox {
                Forage(
                    configuration, sendingEverythingTo: sandbox.address, cache: cache, use: use,
                    ledger: ledger,
                    seal: seal, recorder: recorder)
            } else {
                Forage(
                    configuration, cache: cache, use: use, ledger: ledger, seal: seal, recorder: recorder)
            }
        let result = try await finishing(forage, cache) { try await body(forage) }
        withExtendedLifetime(sandbox) {}
        return result
    }

    /// An address without a server, for services that will not be asked.
    static let unreachableServer: WebURL = "http://127.0.0.1:1/"

    /// The sandbox that simulates all services; nil if the real services are asked. A sandbox that was started here
    /// runs until its process is released.
    private func sandbox(_ use: CacheUse) throws -> (address: WebURL, process: SandboxProcess?)? {
        guard arguments.has("sandbox") else { return nil }
        if let running = try runningSandbox() { return (running, nil) }
        // No service is asked, so no sandbox has to run.
        if use == .offline { return (Self.unreachableServer, nil) }
        let process = try SandboxProcess()
        if arguments.has("verbose") { pipes.say("sandbox listening on \(process.address)") }
        return (process.address, process)
    }

    /// Runs work with Forage and finishes afterwards, whether the work succeeded or failed.
    @inline(never)  // The compiler's optimizer does not get over all of this in one piece with its callers.
    private func finishing<Result>(
        _ forage: Forage, _ cache: Cache?, _ work: () async throws -> Result
    ) async throws -> Result {
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        await forage.finish()
        await cache?.close()
        return try result.get()
    }

    /// The report on a search or a request, for the current screen of messages. If it receives providers, it may name
    /// the keys that they need.
    func status(of providers: [ProviderConfiguration] = [], isContinuable: Bool = true) -> StatusReport {
        var steps = NextSteps.command
        if !isContinuable { steps.more = nil }
        return StatusReport(
            terminal: terminal.messages?.fitted(to: Screen(at: pipes.messages)),
            saysEverything: arguments.has("verbose"), providers: providers, steps: steps)
    }

    /// The seal of this person's cursors, or of those of all machines with the same store.
    func cursorSeal(_ configuration: Configuration) throws -> CursorSeal {
        let key = CursorKey(environment)
        if let team = try teamStore(configuration), let spare = key?.bytes { return team.seal(orElse: spare) }
        return key?.seal ?? .keyless
    }

    /// The store that several machines share; nil if there is none. The sandbox of this run has none, and one that
    /// runs elsewhere has separate tables.
    func teamStore(_ configuration: Configuration) throws -> TeamStore? {
        let isPlayed = arguments.has("sandbox")
        if try isPlayed && runningSandbox() == nil { return nil }
        return try team.value {
            try TeamStore(
                of: configuration, isPlayed: isPlayed, in: stateFolder, warn: warnings.sayOnce)
        }
    }

    /// The cache of this person's searches; nil if there is no folder for it. The sandbox has a separate cache, so that
    /// simulated answers are never taken for real ones.
    func cache(
        _ configuration: Configuration, inMemory: Bool? = nil, sharing team: TeamStore? = nil
    ) -> Cache? {
        cacheFolder.map {
            Cache(
                in: $0, configuration, inMemory: inMemory ?? arguments.has("each"), sharing: team,
                warn: warnings.say)
        }
    }

    /// The folder of the cache.
    var cacheFolder: String? { place(of: .cache) }

    /// A file in the place of the cache's folder or of one around it, because of which nothing can be stored.
    var fileInPlaceOfCache: String? {
        var place = cacheFolder ?? ""
        while LocalPath.real(place) == nil, let slash = place.lastIndex(of: "/") {
            place = String(place[..<slash])
        }
        let kind = LocalPath.real(place).flatMap(LocalPath.kind)
        return kind == nil || kind == .folder ? nil : place
    }

    /// The ledger that counts the requests to each service. Requests to a sandbox elsewhere are counted separately, and
    /// those to the sandbox of this run are counted in memory only.
    func ledger(_ configuration: Configuration) throws -> any Ledger {
        let isOwnSandbox = try arguments.has("sandbox") && runningSandbox() == nil
        guard !isOwnSandbox, let folder = stateFolder else { return MemoryLedger() }
        let own = Forage.ledger(in: folder, warn: warnings.sayIfFirst)
        return try teamStore(configuration)?.ledger(orElse: own) ?? own
    }

    /// The folder for the state of this person's requests; nil if there is no place for it.
    var stateFolder: String? { place(of: .state) }

    private func place(of folder: PersonalFolder) -> String? {
        folder.path(environment).map { arguments.has("sandbox") ? $0 + "/sandbox" : $0 }
    }

    private func runningSandbox() throws -> WebURL? {
        guard let text = environment[ProgramVariables.sandbox], !text.isEmpty else { return nil }
        // A server elsewhere is not a sandbox, and would receive keys.
        guard let address = WebURL(text), address.origin.isLoopback else {
            throw CommandError.usage(
                "FORAGE_SANDBOX must be the address of a sandbox that runs on this machine, such as http://127.0.0.1:8080/, not \"\(text)\"."
            )
        }
        return address
    }
}

extension Invocation {
    /// Creates a pool of processes of the image program that is installed next to this one.
    ///
    /// - Parameter limits: The limits for one picture.
    /// - Returns: The pool.
    /// - Throws: ``CommandError`` if the program is not installed.
    func imagePool(_ limits: ImageLimits = ImageLimits()) throws(CommandError) -> ImagePool {
        ImagePool(program: try SiblingProgram("forage-image").path, limits: limits)
    }
}

extension Invocation {
    /// Draws the picture of one item below its text.
    func drawPreview(_ preview: Preview, of item: Item, _ forage: Forage) async {
        guard item.hasPicture else { return }
        await interruption.cancelling {
            guard let previews = Previews(preview, forage, self) else { return }
            let screen = previews.screen
            let (columns, rows) = (min(screen.width - 1, 72), min(max(screen.height / 2, 8), 24))
            do throws(CommandError) {
                let text = try await previews.text(of: item, columns: columns, rows: rows)
                pipes.write(("\n" + text).utf8)
            } catch {
                tell(of: [error.description])
            }
        }
    }

    /// Draws the pictures of items below their list, whose numbers start at `first`.
    func drawPreviews(_ preview: Preview, of items: [Item], from first: Int, _ forage: Forage) async {
        guard let style = terminal.output, items.contains(where: \.hasPicture) else { return }
        await interruption.cancelling {
            guard let previews = Previews(preview, forage, self) else { return }
            tell(of: await ContactSheet(previews, style).draw(items, from: first, to: pipes))
        }
    }

    /// Reports the reasons for missing pictures, if pictures were requested.
    private func tell(of reasons: [String]) {
        guard let first = reasons.first, arguments.has("preview"), !Task.isCancelled else { return }
        pipes.say("forage: \(reasons.count.of("picture")) cannot be shown: \(first)")
    }
}

/// The environment variables that look like settings and have another purpose.
enum ProgramVariables {
    /// The address of a running sandbox.
    static let sandbox = "FORAGE_SANDBOX"

    static let all = [ConfigurationFiles.variable, sandbox, GalleryToken.variable] + ofDevelopers

    /// Indicates whether a variable is one of Forage's own, or names a folder for files.
    static func isReadAsText(_ name: String) -> Bool {
        ["HOME", "TMPDIR"].contains(name) || name.hasPrefix("XDG_")
            || name.hasPrefix("FORAGE_")
    }

    /// The variables of the build and the tests, which developers of Forage may have set globally.
    private static let ofDevelopers = [
        "FORAGE_CATALOG", "FORAGE_DEVELOPING", "FORAGE_FUZZING", "FORAGE_CAMPAIGN", "FORAGE_PAYLOADS",
        "FORAGE_PROVIDER",
    ]
}

/// The secret key of a person's cursors, created when it is first needed.
struct CursorKey {
    private let path: String

    /// Locates the file; nil if the person has no home folder.
    init?(_ environment: [String: String]) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        path = folder + "/cursor-key"
    }

    /// The seal; nil if the key cannot be stored, because every process must have the same.
    var seal: CursorSeal? { bytes.flatMap { CursorSeal(key: $0) } }

    /// The key; nil if it cannot be stored.
    var bytes: [UInt8]? {
        if let key = read() { return key }
        var random = SystemRandomNumberGenerator()
        let key = (0..<CursorSeal.keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        try? LocalFile.make(path, with: key, permissions: 0o600)
        // A full disk may have left an incomplete key, which is useless.
        if let key = read() { return key }
        try? LocalFile.edit(path, upTo: 1024, permissions: 0o600) { old in
            CursorSeal(key: old) == nil ? key : old
        }
        return read()
    }

    private func read() -> [UInt8]? {
        guard let file = try? LocalFile(path, upTo: CursorSeal.keyByteCount, pipes: false), file.isWhole,
            CursorSeal(key: file.bytes) != nil
        else { return nil }
        return file.bytes
    }
}

/// The shared store of one run, which all its parts use together.
final class TeamStoreOfRun: Sendable {
    private let state = Mutex<TeamStore?>(nil)

    /// Returns the store, which is created at first.
    func value(_ make: () throws -> TeamStore?) rethrows -> TeamStore? {
        try state.withLock { store in
            if store == nil { store = try make() }
            return store
        }
    }
}
