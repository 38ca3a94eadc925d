internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import ForageSearch
internal import Platform

/// Everything one run of a command is given.
struct Invocation: Sendable {
    let arguments: Arguments
    let environment: [String: String]
    let terminal: Terminal
    let pipes: Pipes
    let warnings: Warnings
    let interruption: Interruption

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
    /// The files that this run's configuration may be in.
    var configurationFiles: ConfigurationFiles {
        ConfigurationFiles(named: arguments.value("config"), environment: environment)
    }

    /// The configuration of this run: files, environment and command line together. Not every command has a use
    /// for the sizes of pictures.
    func configuration(measuring: Bool = true) throws -> Configuration {
        let files = configurationFiles
        var flags = try arguments.origins("allow-origin").map {
            ConfigurationLayer.Flag("--allow-origin", sets: "allow.origins", to: "\($0)")
        }
        if !measuring || arguments.has("no-measure") {
            flags.append(ConfigurationLayer.Flag("--no-measure", sets: "measure", to: "false"))
        }
        flags += definitionFlags
        let definitions = try definitionsToldOf(files)
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

    /// The providers that files define for this run.
    func definitions(_ files: ConfigurationFiles) -> Definitions {
        Definitions(files, flags: definitionFlags, environment: environment)
    }

    /// The same, with a word on each file that makes no provider.
    ///
    /// - Throws: ``CommandError`` where one that the command line names cannot even be read.
    func definitionsToldOf(_ files: ConfigurationFiles) throws(CommandError) -> Definitions {
        let definitions = definitions(files)
        guard definitions.unreadable.isEmpty else {
            throw CommandError.configuration(definitions.unreadable.map(\.description))
        }
        for problem in definitions.problems { pipes.say("forage: \(problem)") }
        return definitions
    }

    /// Every provider there is, built in and defined.
    var registrations: [Registration] { Forage.builtIn + definitions(configurationFiles).registrations }

    private var definitionFlags: [ConfigurationLayer.Flag] {
        arguments.every("definition").map {
            ConfigurationLayer.Flag("--definition", sets: "definitions.files", to: $0)
        }
    }

    /// Puts Forage together and lends it; with `--sandbox` the sandbox runs as long as the loan, unless
    /// `FORAGE_SANDBOX` says where one runs already, or no service is to be asked.
    func withForage<Result>(
        _ configuration: Configuration, seal: CursorSeal = .keyless, recorder: Recorder? = nil,
        inMemory: Bool? = nil, _ body: (Forage) async throws -> Result
    ) async throws -> Result {
        let cache = cache(configuration, inMemory: inMemory)
        let use = try CacheArguments.use(arguments)
        let sandbox = try sandbox(use)
        let ledger = try ledger
        let forage =
            if let sandbox {
                Forage(
                    configuration, playedBy: sandbox.address, cache: cache, use: use, ledger: ledger,
                    seal: seal, recorder: recorder)
            } else {
                Forage(
                    configuration, cache: cache, use: use, ledger: ledger, seal: seal, recorder: recorder)
            }
        let result = try await finishing(forage, cache) { try await body(forage) }
        withExtendedLifetime(sandbox) {}
        return result
    }

    /// An address without a server, for services that are not going to be asked.
    static let nobody: WebURL = "http://127.0.0.1:1/"

    /// The sandbox that is to play every service; nil where they are asked themselves. One that was started for this
    /// runs until its process is let go.
    private func sandbox(_ use: CacheUse) throws -> (address: WebURL, process: SandboxProcess?)? {
        guard arguments.has("sandbox") else { return nil }
        if let running = try runningSandbox() { return (running, nil) }
        // No service is asked, so none has to run.
        if use == .offline { return (Self.nobody, nil) }
        let process = try SandboxProcess()
        if arguments.has("verbose") { pipes.say("sandbox listening on \(process.address)") }
        return (process.address, process)
    }

    /// Does something with Forage and sees to what that left behind, however it ended.
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

    /// Says how a search or a request went, for the screen of messages as it is by now. Of providers that are given it
    /// may say which keys they want.
    func status(of providers: [ProviderConfiguration] = []) -> StatusReport {
        StatusReport(
            terminal: terminal.messages?.fitted(to: Screen(at: pipes.messages)),
            saysEverything: arguments.has("verbose"), providers: providers, steps: .command)
    }

    /// What this person's cursors are sealed with.
    var cursorSeal: CursorSeal { CursorKey(environment)?.seal ?? .keyless }

    /// What is kept of this person's searches; nil where they have no place for it. The sandbox has a store of
    /// its own, so that what is made up is never taken for the truth.
    func cache(_ configuration: Configuration, inMemory: Bool? = nil) -> Cache? {
        cacheFolder.map {
            Cache(in: $0, configuration, inMemory: inMemory ?? arguments.has("each"), warn: warnings.say)
        }
    }

    /// Where it is.
    var cacheFolder: String? { place(of: .cache) }

    /// A file that stands where the cache's folder or one around it would be, so that nothing can be kept.
    var fileInPlaceOfCache: String? {
        var place = cacheFolder ?? ""
        while LocalPath.real(place) == nil, let slash = place.lastIndex(of: "/") {
            place = String(place[..<slash])
        }
        let kind = LocalPath.real(place).flatMap(LocalPath.kind)
        return kind == nil || kind == .folder ? nil : place
    }

    /// Where the requests to each service are counted. Those to a sandbox that runs elsewhere are apart, and one of this
    /// run alone begins again each time, as does what it allows.
    var ledger: any Ledger {
        get throws {
            let isOwnSandbox = try arguments.has("sandbox") && runningSandbox() == nil
            guard !isOwnSandbox, let folder = stateFolder else { return MemoryLedger() }
            return Forage.ledger(in: folder, warn: warnings.sayIfFirst)
        }
    }

    /// Where is remembered what services were asked; nil where this person has no place for it.
    var stateFolder: String? { place(of: .state) }

    private func place(of folder: PersonalFolder) -> String? {
        folder.path(environment).map { arguments.has("sandbox") ? $0 + "/sandbox" : $0 }
    }

    private func runningSandbox() throws -> WebURL? {
        guard let text = environment[ProgramVariables.sandbox], !text.isEmpty else { return nil }
        // What is played elsewhere is not played, and would be sent keys.
        guard let address = WebURL(text), address.origin.isLoopback else {
            throw CommandError.usage(
                "FORAGE_SANDBOX is the address of a sandbox that runs on this machine, such as http://127.0.0.1:8080/, not \"\(text)\"."
            )
        }
        return address
    }
}

extension Invocation {
    /// Has pictures worked on by the program that was installed beside this one.
    ///
    /// - Parameter limits: What one picture may cost.
    /// - Returns: A pool of its runs.
    /// - Throws: ``CommandError`` where it was not.
    func imagePool(_ limits: ImageLimits = ImageLimits()) throws(CommandError) -> ImagePool {
        ImagePool(program: try SiblingProgram("forage-image").path, limits: limits)
    }
}

extension Invocation {
    /// Draws the picture of one item beneath what was written of it.
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

    /// Draws the pictures of items beneath their list.
    func drawPreviews(_ preview: Preview, of items: [Item], _ forage: Forage) async {
        guard let style = terminal.output, items.contains(where: \.hasPicture) else { return }
        await interruption.cancelling {
            guard let previews = Previews(preview, forage, self) else { return }
            tell(of: await ContactSheet(previews, style).draw(items, to: pipes))
        }
    }

    /// Says why pictures are not there, to those who asked for them.
    private func tell(of reasons: [String]) {
        guard let first = reasons.first, arguments.has("preview"), !Task.isCancelled else { return }
        pipes.say("forage: \(reasons.count.of("picture")) cannot be shown: \(first)")
    }
}

/// The variables that look like those of settings and say something else.
enum ProgramVariables {
    /// Where a sandbox runs.
    static let sandbox = "FORAGE_SANDBOX"

    static let all = [ConfigurationFiles.variable, sandbox, GalleryToken.variable] + ofDevelopers

    /// Whether a variable is one of those that say where something is kept, or of Forage's own.
    static func isReadAsText(_ name: String) -> Bool {
        ["HOME", "TMPDIR"].contains(name) || name.hasPrefix("XDG_")
            || name.hasPrefix("FORAGE_")
    }

    /// What the build and the tests read, and who works on Forage may have set for all.
    private static let ofDevelopers = [
        "FORAGE_CATALOG", "FORAGE_DEVELOPING", "FORAGE_FUZZING", "FORAGE_KILLS", "FORAGE_PAYLOADS",
        "FORAGE_PICTURES", "FORAGE_PROVIDER",
    ]
}

/// The secret that a person's cursors are sealed with, made when it is first needed.
struct CursorKey {
    private let path: String

    /// Finds the place for it; nil where a person has no home.
    init?(_ environment: [String: String]) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        path = folder + "/cursor-key"
    }

    /// The seal; nil where no secret can be kept, since every process has to have the same.
    var seal: CursorSeal? {
        if let seal = read() { return seal }
        var random = SystemRandomNumberGenerator()
        let key = (0..<CursorSeal.keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        try? LocalFile.make(path, with: key, permissions: 0o600)
        // A full disk may have left a part of one, which is of no use.
        if let seal = read() { return seal }
        try? LocalFile.edit(path, upTo: 1024, permissions: 0o600) { old in
            CursorSeal(key: old) == nil ? key : old
        }
        return read()
    }

    private func read() -> CursorSeal? {
        guard let file = try? LocalFile(path, upTo: CursorSeal.keyByteCount, pipes: false), file.isWhole
        else { return nil }
        return CursorSeal(key: file.bytes)
    }
}
