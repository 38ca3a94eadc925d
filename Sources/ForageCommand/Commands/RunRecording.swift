internal import Forage
internal import ForageCore
internal import ForageSearch
internal import Platform

/// A run that is written down, as `--record` asks.
struct RunRecording: Sendable {
    let recorder: Recorder
    private let path: String
    private let configuration: Configuration
    private let definitions: [ProviderID: DefinitionFile]

    static let option = Option(
        "record", value: "FILE", takes: .file,
        help: "Record requests and answers (no keys) for `forage replay`")

    /// Begins to write down; nil where nobody asked for it.
    ///
    /// - Throws: ``CommandError`` where the file is there and something else.
    init?(_ invocation: Invocation, _ configuration: Configuration) throws {
        guard let path = invocation.arguments.value("record") else { return nil }
        try Self.check(path)
        self.path = path
        self.configuration = configuration
        definitions = invocation.definitions(invocation.configurationFiles).files
        recorder = Recorder(of: configuration)
    }

    /// Sees that nothing but a bundle is written over.
    private static func check(_ path: String) throws(CommandError) {
        guard path != "-" else { throw CommandError.usage("--record writes a file; say which.") }
        do throws(FileError) {
            let file = try LocalFile(path, upTo: 200, pipes: false)
            guard !BundleFile.isBeginning(file.bytes) else { return }
            throw FileError.unreadable(path, .isNoOrdinaryFile)
        } catch {
            guard !error.isMissing else { return }
            throw CommandError.usage("--record: \(path) exists and is not a recording; choose another file.")
        }
    }

    /// How writing went.
    struct Ending {
        fileprivate let path: String
        fileprivate let isInterrupted: Bool
        fileprivate let trouble: (any Error)?

        /// Says how it went; gives how the program ends where it went wrong.
        func code(_ pipes: Pipes) -> ExitCode? {
            guard let trouble else {
                let place = isInterrupted ? "\(path), as far as it came" : path
                pipes.say(
                    "Recorded in \(place). It holds what was asked and what the services sent: look at it before you hand it on."
                )
                return nil
            }
            pipes.say("forage: Nothing was recorded. \(trouble)")
            return .failure
        }
    }

    /// Writes a search down, whose cursors bear this seal.
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

    /// Writes the file, whole or not at all.
    func keep(
        _ question: ReplayBundle.Question, _ form: ReplayBundle.Form, next: ReplayBundle.Next? = nil,
        took duration: Duration, interruption: ReplayBundle.Interruption?
    ) -> Ending {
        func ending(_ trouble: (any Error)? = nil) -> Ending {
            Ending(path: path, isInterrupted: interruption != nil, trouble: trouble)
        }
        do {
            let bundle = try recorder.bundle(
                question, form: form, version: Version.current,
                settings: configuration.settings(ofSearchBy:), definitions: definitions, next: next,
                duration: duration, interruption: interruption)
            try LocalFile.replace(path, with: BundleFile.bytes(of: bundle), permissions: 0o600)
            return ending()
        } catch {
            return ending(error)
        }
    }
}

extension Interruption {
    /// Who interrupted the run; nil where nobody did.
    var author: ReplayBundle.Interruption? { code.map { $0 == .terminated ? .system : .person } }
}

extension ReplayBundle.Interruption {
    /// What a run ends with that was interrupted like this.
    var code: ExitCode { self == .system ? .terminated : .interrupted }
}

extension SearchArguments {
    /// What is asked, as a bundle has it.
    fileprivate var question: ReplayBundle.Question {
        let extent: ReplayBundle.Extent = allCount.map { .all($0) } ?? .window
        return switch place {
        case .start: .list(query, .start, extent)
        case .cursor(let cursor): .list(query, .cursor(cursor.text()), extent)
        case .page(let number): .list(query, .page(number), extent)
        }
    }
}
