internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

extension Command {
    static let replay = Command(
        "replay", "Show a recorded search again, without a network",
        operands: "FILE", takes: .file,
        options: Output.options + [Output.streamOption, Output.wideOption, SearchArguments.explainOption],
        discussion: """
            FILE is a recording that --record wrote. This version of Forage reads the recorded answers again;
            it sends no request, and uses none of your keys, configuration or cache. The results have the
            format of the recorded search unless you give --format. If the search was interrupted, the replay
            shows the results received by then, and has the same exit code.
            """,
        examples: [
            "forage search owl --record owl.json && forage replay owl.json",
            "forage replay owl.json --format json",
        ]
    ) { invocation in
        let path = try invocation.arguments.onlyWord("file", orElse: "Name a file: forage replay FILE.")
        let bundle = try ReplayBundle(at: path)
        let configuration = try Forage.configuration(of: bundle, at: path)
        let output = try Output(
            invocation, configuration, recorded: bundle.form, isExplained: bundle.question.isExplained)
        if bundle.version != Version.current {
            invocation.pipes.say(
                "Recorded by forage \(bundle.version.onOneLine); this is version \(Version.current), which may read the answers differently."
            )
        }
        if bundle.interruption != nil {
            invocation.pipes.say(
                "The recording was interrupted: it has the results received by then, and the remaining providers are cancelled."
            )
        }
        let replay = Replay(bundle)
        let forage = Forage(configuration, playing: replay)
        switch bundle.question {
        case .item(let id):
            let (item, outcome) = await forage.item(id, within: .seconds(60))
            murmur(outcome, invocation)
            if let item { invocation.pipes.write(output.writer.text(of: item).utf8) }
            let code = item == nil ? explain(outcome, missing: id, invocation) : .success
            return bundle.interruption?.code ?? code
        case .list(let query, let place, let extent):
            // A replay may explain more than the recorded run did.
            var query = query
            query.isExplained = query.isExplained || invocation.arguments.has("explain")
            let search = SearchArguments(query, at: try place.listed(in: query, path), extent)
            let display = try output.display(of: search)
            let events = replay.playing(
                search.events(of: forage, publishingList: display.needsList, within: .seconds(60)))
            guard var shown = await follow(events, on: display) else { return .interrupted }
            shown.isInterrupted = bundle.interruption != nil
            let code = write(shown, output, invocation)
            return bundle.interruption?.code ?? code
        }
    }
}

extension ReplayBundle {
    /// Reads the bundle in a file that the command line names.
    init(at path: String) throws {
        let file = try LocalFile(path, upTo: BundleFile.greatestByteCount)
        guard file.isWhole else { throw ReplayError.unusable(path: path, "it is larger than any recording") }
        self = try BundleFile.bundle(file.bytes, at: path)
    }
}

extension ReplayBundle.Question {
    /// True if the run explained its results.
    fileprivate var isExplained: Bool {
        if case .list(let query, _, _) = self { query.isExplained } else { false }
    }
}

extension SearchArguments {
    /// The request of a recorded list.
    init(_ query: Query, at place: Forage.ListPlace, _ extent: ReplayBundle.Extent) {
        let count: Int? = if case .all(let count) = extent { count } else { nil }
        self.init(query, at: place, all: count)
    }
}

extension ReplayBundle.Place {
    /// The place in a query's list.
    func listed(in query: Query, _ path: String) throws(ReplayError) -> Forage.ListPlace {
        switch self {
        case .start: return .start
        case .page(let number):
            guard SearchEngine.pages.contains(number) else {
                throw .unusable(path: path, "there is no page \(number)")
            }
            return .page(number)
        case .cursor(let text):
            do throws(QueryError) {
                return .cursor(try SearchCursor(text, for: query, sealedBy: .keyless))
            } catch {
                throw .unusable(path: path, "\(error)".prefix(while: { $0 != "." }).lowercased())
            }
        }
    }
}

/// The recording of a run for `--record`.
struct RunRecording: Sendable {
    let recorder: Recorder
    private let path: String
    private let configuration: Configuration
    private let definitions: [ProviderID: DefinitionFile]

    static let option = Option(
        "record", value: "FILE", takes: .file,
        help: "Record requests and answers (no keys) for `forage replay`")

    /// Starts to record; nil without `--record`.
    ///
    /// - Throws: ``CommandError`` if the file exists and is not a bundle.
    init?(_ invocation: Invocation, _ configuration: Configuration) throws {
        guard let path = invocation.arguments.value("record") else { return nil }
        try Self.check(path)
        self.path = path
        self.configuration = configuration
        definitions = invocation.definitions(invocation.configurationFiles).files
        recorder = Recorder(of: configuration)
    }

    /// Ensures that an existing file is overwritten only if it is a bundle.
    private static func check(_ path: String) throws(CommandError) {
        guard path != "-" else { throw CommandError.usage("--record needs the name of a file.") }
        do throws(FileError) {
            let file = try LocalFile(path, upTo: 200, pipes: false)
            guard !BundleFile.isBeginning(file.bytes) else { return }
            throw FileError.unreadable(path, .isNoOrdinaryFile)
        } catch {
            guard !error.isMissing else { return }
            throw CommandError.usage("--record: \(path) exists and is not a recording; choose another file.")
        }
    }

    /// The outcome of writing the file.
    struct Ending {
        fileprivate let sentence: String
        fileprivate let code: ExitCode?

        /// Reports the outcome; returns the exit code if writing failed.
        func code(_ pipes: Pipes) -> ExitCode? {
            pipes.say(sentence)
            return code
        }
    }

    /// Writes a search whose cursors have this seal.
    func keep(
        _ search: SearchArguments, _ form: ReplayBundle.Form, _ shown: Command.Shown, _ seal: CursorSeal,
        _ interruption: ReplayBundle.Interruption?
    ) -> Ending {
        let report = shown.report
        let next = report.next.flatMap { sealed in
            let cursor = try? SearchCursor(sealed, for: report.query, sealedBy: seal)
            return cursor.map { ReplayBundle.Next(plain: $0.text(), sealed: sealed) }
        }
        return keep(
            search.question, form, next: next, took: report.duration, interruption: interruption)
    }

    /// Writes the file, either completely or not at all.
    func keep(
        _ question: ReplayBundle.Question, _ form: ReplayBundle.Form, next: ReplayBundle.Next? = nil,
        took duration: Duration, interruption: ReplayBundle.Interruption?
    ) -> Ending {
        do {
            let bundle = try recorder.bundle(
                question, form: form, version: Version.current,
                settings: configuration.settings(ofSearchBy:), definitions: definitions, next: next,
                duration: duration, interruption: interruption)
            try LocalFile.replace(path, with: BundleFile.bytes(of: bundle), permissions: 0o600)
            let place = interruption == nil ? path : "\(path), up to the interruption"
            return Ending(
                sentence:
                    "Recorded in \(place). The file has your requests and the services' answers: check it before you share it.",
                code: nil)
        } catch {
            return Ending(sentence: "forage: Nothing was recorded. \(error)", code: .failure)
        }
    }
}

extension Interruption {
    /// The cause of the interruption; nil if the run was not interrupted.
    var author: ReplayBundle.Interruption? { code.map { $0 == .terminated ? .system : .user } }
}

extension ReplayBundle.Interruption {
    /// The exit code of a run with this interruption.
    var code: ExitCode { self == .system ? .terminated : .interrupted }
}

extension SearchArguments {
    /// The request, as a bundle contains it.
    fileprivate var question: ReplayBundle.Question {
        let extent: ReplayBundle.Extent = allCount.map { .all($0) } ?? .window
        return switch place {
        case .start: .list(query, .start, extent)
        case .cursor(let cursor): .list(query, .cursor(cursor.text()), extent)
        case .page(let number): .list(query, .page(number), extent)
        }
    }
}
