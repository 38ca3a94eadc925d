internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch
internal import Platform

extension Command {
    static let replay = Command(
        "replay", "Show a recorded search again, without a network",
        operands: "FILE", takes: .file,
        options: Output.options + [Output.streamOption, SearchArguments.explainOption],
        discussion: """
            FILE is what --record wrote. This Forage reads again what the services sent; no service is
            asked, and no key, configuration or cache of yours is used. The results are written as they were
            then, unless --format says otherwise. If the search was interrupted, the replay has what was
            there by then, and ends as the search did.
            """,
        examples: [
            "forage search owl --record owl.json && forage replay owl.json",
            "forage replay owl.json --format json",
        ]
    ) { invocation in
        let (bundle, path) = try invocation.bundle()
        let configuration = try Forage.configuration(of: bundle, at: path)
        let output = try Output(
            invocation, configuration, recorded: bundle.form, isExplained: bundle.question.isExplained)
        if bundle.version != Version.current {
            invocation.pipes.say(
                "Recorded by forage \(bundle.version.onOneLine); this is \(Version.current), which may read it otherwise."
            )
        }
        if bundle.interruption != nil {
            invocation.pipes.say(
                "The recording was interrupted: these are the results that were there, and who was still out is cancelled."
            )
        }
        let replay = Replay(bundle)
        let forage = Forage(configuration, playing: replay)
        switch bundle.question {
        case .item(let id):
            let code = await show(id, forage, output, invocation)
            return bundle.interruption?.code ?? code
        case .list(let query, let place, let extent):
            let search = SearchArguments(
                explained(query, invocation), at: try place.listed(in: query, path), extent)
            let display = try output.display(of: search, configuration, invocation)
            let events = replay.playing(search.events(of: forage, within: .seconds(60)))
            guard var shown = await follow(events, on: display) else { return .interrupted }
            shown.isInterrupted = bundle.interruption != nil
            let code = write(shown, output, invocation)
            return bundle.interruption?.code ?? code
        }
    }

    /// The query with what is to be explained of its results, which may be more than was asked then.
    private static func explained(_ query: Query, _ invocation: Invocation) -> Query {
        var query = query
        if invocation.arguments.has("explain") { query.isExplained = true }
        return query
    }

    private static func show(
        _ id: ItemID, _ forage: Forage, _ output: Output, _ invocation: Invocation
    ) async -> ExitCode {
        let (item, outcome) = await forage.item(id, within: .seconds(60))
        murmur(outcome, invocation)
        guard let item else { return explain(outcome, missing: id, invocation) }
        invocation.pipes.write(output.writer.text(of: item).utf8)
        return .success
    }
}

extension Invocation {
    /// The bundle that the command line names.
    func bundle() throws -> (ReplayBundle, path: String) {
        guard let path = arguments.words.first else {
            throw CommandError.usage("Say which file: forage replay FILE.")
        }
        guard arguments.words.count == 1 else {
            throw CommandError.usage("Give one file; put quotes around it if it has spaces.")
        }
        return (try Self.bundle(at: path), path)
    }

    static func bundle(at path: String) throws -> ReplayBundle {
        let file = try LocalFile(path, upTo: BundleFile.greatestByteCount)
        guard file.isWhole else { throw ReplayError.unusable(path: path, "it is larger than any bundle") }
        return try BundleFile.bundle(file.bytes, at: path)
    }
}

extension ReplayBundle.Question {
    /// Whether the run explained its results.
    fileprivate var isExplained: Bool {
        if case .list(let query, _, _) = self { query.isExplained } else { false }
    }
}

extension SearchArguments {
    /// What was asked of a list.
    init(_ query: Query, at place: Forage.ListPlace, _ extent: ReplayBundle.Extent) {
        switch extent {
        case .window: self.init(query, at: place)
        case .all(let count): self.init(query, at: place, all: count)
        }
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
