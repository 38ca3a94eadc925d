internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let eachOption = Option(
        "each", value: "FILE", takes: .file,
        help: "Search for each line of FILE (- for standard input), one JSON line each")

    /// Searches for every line of a file and writes the best picture of each.
    static func searchEach(_ path: String, _ invocation: Invocation) async throws -> ExitCode {
        let arguments = invocation.arguments
        try check(arguments)
        let configuration = try invocation.configuration()
        // The options are checked once for all lines, with a text that cannot be excluded by them.
        _ = try SearchArguments(
            arguments, text: "🦉", defaults: configuration.defaults(for: .search),
            known: configuration.providers.map(\.id))
        let timeout = try arguments.duration("timeout")
        let lines = PictureLines(fields: try Output.fields(arguments))
        let reader = try LineReader(path)
        let total = invocation.terminal.isWatched ? LineReader.count(path) : nil
        return try await invocation.withForage(configuration) { forage in
            let line = LineSearch(forage: forage, arguments: arguments, timeout: timeout, lines: lines)
            let start = ContinuousClock.now
            let (search, fault) = await invocation.interruption.cancelling {
                var search = EachSearch(line, invocation, total: total)
                let fault = await reader.work(&search)?.fault
                search.finish()
                return (search, fault)
            }
            if let unread = search.unread { return invocation.pipes.code(for: unread) }
            let summary = PictureLines.summary(
                count: search.count, pictureCount: search.pictureCount, duration: .now - start)
            invocation.pipes.say(summary)
            if let fault { throw fault }
            return search.code
        }
    }

    private static func check(_ arguments: Arguments) throws(CommandError) {
        guard arguments.words.isEmpty else {
            throw CommandError.usage("Give the words to search for or --each, not both.")
        }
        for name in ["page", "cursor", "all", "stream", "record", "preview", "explain"]
        where arguments.has(name) {
            throw CommandError.usage(
                "--\(name) cannot be used with --each, which writes one picture per line.")
        }
        guard ["jsonl", nil].contains(arguments.value("format")) else {
            throw CommandError.usage("--each writes JSON lines; omit --format.")
        }
    }
}

/// The search for one line of a list.
private struct LineSearch: Sendable {
    let forage: Forage
    let arguments: Arguments
    let timeout: Duration?
    let lines: PictureLines

    func answer(to line: LineReader.Line) async -> EachAnswer {
        do {
            if line.byteCount > LineReader.greatestByteCount { throw QueryError.tooLong(line.byteCount) }
            let search = try SearchArguments(
                arguments, text: line.text, defaults: forage.configuration.defaults(for: .search),
                known: forage.configuration.providers.map(\.id))
            guard !Task.isCancelled,
                let report = await forage.searchForPicture(search.query, within: timeout).report
            else { return .cancelled }
            let code = ExitCode(report.outcomes)
            guard code != .interrupted else { return .cancelled }
            return EachAnswer(
                line: lines.text(of: report, query: line.text), code: code, hasPicture: !report.items.isEmpty)
        } catch {
            return EachAnswer(
                line: lines.text(of: "\(error)", query: line.text), code: .failure, hasPicture: false)
        }
    }
}

/// The result for one line of a list.
private struct EachAnswer: Sendable {
    /// The line to write; nil if the search was cancelled.
    let line: String?
    let code: ExitCode
    let hasPicture: Bool

    static let cancelled = EachAnswer(line: nil, code: .interrupted, hasPicture: false)
}

/// The searches for the lines of a list: several run at once, and their answers are in the order of the lines.
private struct EachSearch: ListWork {
    /// The number of answered lines.
    private(set) var count = 0
    private(set) var pictureCount = 0
    private var codes: Set<ExitCode> = []
    private var answeredCount = 0
    private var progress: Progress
    private var results: ResultStream
    private let search: LineSearch
    private let total: Int?

    let width = 4
    let greatestLead = 32
    let pause: Duration? = nil
    let isStopped = false

    init(_ search: LineSearch, _ invocation: Invocation, total: Int?) {
        self.search = search
        self.total = total
        progress = Progress(invocation.terminal, invocation.pipes)
        results = ResultStream(invocation.pipes)
        draw()
    }

    var unread: Pipes.Unread? { results.unread }

    /// The exit code. An empty list is a success.
    var code: ExitCode {
        if codes.contains(.interrupted) { return .interrupted }
        if codes.isSubset(of: [.success]) { return .success }
        return codes.isDisjoint(with: [.success, .partial]) ? .failure : .partial
    }

    func begin(_ line: LineReader.Line) -> @Sendable () async -> EachAnswer {
        { [search] in await search.answer(to: line) }
    }

    mutating func write(_ answer: EachAnswer) {
        codes.insert(answer.code)
        guard let line = answer.line else { return }
        count += 1
        if answer.hasPicture { pictureCount += 1 }
        progress.clear()
        results.write(line)
    }

    mutating func note(_ answer: EachAnswer) {
        answeredCount += 1
        draw()
    }

    mutating func draw() {
        progress.say(total.map { "\(answeredCount) of \($0)" } ?? "\(answeredCount) answered")
    }

    mutating func finish() {
        progress.clear()
        if Task.isCancelled { codes.insert(.interrupted) }
    }
}
