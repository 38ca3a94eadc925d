internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let eachOption = Option(
        "each", value: "FILE", takes: .file,
        help: "Search for each line of FILE (- for standard input), a JSON line each")

    /// Searches for every line of a file, and writes the best picture of each.
    static func searchEach(_ path: String, _ invocation: Invocation) async throws -> ExitCode {
        let arguments = invocation.arguments
        try check(arguments)
        let configuration = try invocation.configuration()
        // What is wrong with the options is wrong for every line. An owl of this kind cannot be left out.
        _ = try SearchArguments(
            arguments, text: "🦉", limit: configuration.limit, known: configuration.providers.map(\.id))
        let timeout = try arguments.duration("timeout")
        let lines = PictureLines(fields: try Output.fields(arguments))
        let reader = try LineReader(path)
        let total = invocation.terminal.isWatched ? LineReader.count(path) : nil
        return try await invocation.withForage(configuration) { forage in
            let search = EachSearch(
                forage: forage, arguments: arguments, timeout: timeout, lines: lines, invocation: invocation)
            let start = ContinuousClock.now
            let (tally, fault, unread) = await invocation.interruption.cancelling {
                await search.run(reader, of: total)
            }
            if let unread { return invocation.pipes.code(for: unread) }
            let summary = PictureLines.summary(
                count: tally.count, pictureCount: tally.pictureCount, duration: .now - start)
            invocation.pipes.say(summary)
            if let fault { throw fault }
            return tally.code
        }
    }

    private static func check(_ arguments: Arguments) throws(CommandError) {
        guard arguments.words.isEmpty else {
            throw CommandError.usage("Give the words to search for or --each, not both.")
        }
        for name in ["page", "cursor", "all", "stream", "record", "preview", "explain"]
        where arguments.has(name) {
            throw CommandError.usage("--\(name) does not go with --each, which has one picture a line.")
        }
        guard ["jsonl", nil].contains(arguments.value("format")) else {
            throw CommandError.usage("--each writes JSON lines; omit --format.")
        }
    }
}

/// One search for each line of a list: some side by side, their answers in the order of the lines.
///
/// However long the list is, no more than a few lines and answers are held at any time.
struct EachSearch: Sendable {
    let forage: Forage
    let arguments: Arguments
    /// How long each search may take.
    let timeout: Duration?
    let lines: PictureLines
    let invocation: Invocation

    /// How many searches are out at once.
    private static let greatestWidth = 4
    /// How far an answer may be ahead of the first that is still out.
    private static let greatestLead = 32

    private enum Signal: Sendable {
        case line(LineReader.Line?, LineReader)
        case answer(Int, EachAnswer)
    }

    /// Goes through the list.
    ///
    /// - Parameters:
    ///   - reader: Where the lines come from.
    ///   - total: How many there are, where that is known.
    /// - Returns: How it went, why the list could not be read to its end, and why nobody reads what came of it.
    func run(_ reader: LineReader, of total: Int?) async -> (EachTally, FileError?, Pipes.Unread?) {
        var output = EachOutput(invocation, total: total)
        var fault: FileError?
        var started = 0
        var waiting: LineReader? = reader
        await withTaskGroup(of: Signal.self) { group in
            repeat {
                if let next = waiting, started - output.writtenCount < Self.greatestLead,
                    started - output.answeredCount < Self.greatestWidth
                {
                    waiting = nil
                    group.addTask { await Self.read(next) }
                }
                switch await group.next() {
                case .line(let line?, let reader):
                    let (number, search) = (started, self)
                    group.addTask { .answer(number, await search.answer(to: line)) }
                    started += 1
                    waiting = reader
                case .line(nil, let reader): fault = reader.fault
                case .answer(let number, let answer): output.take(answer, at: number)
                case nil: break
                }
            } while !group.isEmpty || waiting != nil
        }
        return (output.finish(isInterrupted: Task.isCancelled), fault, output.unread)
    }

    private static func read(_ reader: LineReader) async -> Signal {
        var reader = reader
        let line = await reader.next()
        return .line(line, reader)
    }

    private func answer(to line: LineReader.Line) async -> EachAnswer {
        do {
            if line.byteCount > LineReader.greatestByteCount { throw QueryError.tooLong(line.byteCount) }
            let search = try SearchArguments(
                arguments, text: line.text, limit: forage.configuration.limit,
                known: forage.configuration.providers.map(\.id))
            guard let report = await report(of: search) else { return .cancelled }
            return EachAnswer(report, line.text, lines)
        } catch {
            return EachAnswer(error, line.text, lines)
        }
    }

    private func report(of search: SearchArguments) async -> Report? {
        guard !Task.isCancelled else { return nil }
        return await forage.searchForPicture(search.query, within: timeout).report
    }
}

/// What came of one line of a list.
struct EachAnswer: Sendable {
    /// The line to write; nil where the search was given up.
    let line: String?
    let code: ExitCode
    let hasPicture: Bool

    static let cancelled = EachAnswer(line: nil, code: .interrupted, hasPicture: false)

    init(_ report: Report, _ text: String, _ lines: PictureLines) {
        code = ExitCode(report.outcomes)
        line = code == .interrupted ? nil : lines.text(of: report, query: text)
        hasPicture = !report.items.isEmpty
    }

    init(_ fault: any Error, _ text: String, _ lines: PictureLines) {
        self.init(line: lines.text(of: "\(fault)", query: text), code: .failure, hasPicture: false)
    }

    private init(line: String?, code: ExitCode, hasPicture: Bool) {
        self.line = line
        self.code = code
        self.hasPicture = hasPicture
    }
}

/// How a list went.
struct EachTally: Sendable {
    private(set) var count = 0
    private(set) var pictureCount = 0
    private var codes: Set<ExitCode> = []

    mutating func add(_ answer: EachAnswer) {
        codes.insert(answer.code)
        guard answer.line != nil else { return }
        count += 1
        if answer.hasPicture { pictureCount += 1 }
    }

    /// Nothing to search for is no failure.
    var code: ExitCode {
        if codes.contains(.interrupted) { return .interrupted }
        if codes.isSubset(of: [.success]) { return .success }
        return codes.isDisjoint(with: [.success, .partial]) ? .failure : .partial
    }
}

/// Writes the answers to a list in its order, each as soon as all before it are there.
struct EachOutput {
    private(set) var writtenCount = 0
    private var ahead: [Int: EachAnswer] = [:]
    private var tally = EachTally()
    private var progress: Progress
    private var results: ResultStream
    private let total: Int?

    init(_ invocation: Invocation, total: Int?) {
        progress = Progress(invocation.terminal, invocation.pipes)
        results = ResultStream(invocation.pipes)
        self.total = total
        say()
    }

    var unread: Pipes.Unread? { results.unread }

    /// How many answers are there, written or not.
    var answeredCount: Int { writtenCount + ahead.count }

    mutating func take(_ answer: EachAnswer, at number: Int) {
        ahead[number] = answer
        while let next = ahead.removeValue(forKey: writtenCount) {
            write(next)
            writtenCount += 1
        }
        say()
    }

    mutating func finish(isInterrupted: Bool) -> EachTally {
        progress.clear()
        if isInterrupted { tally.add(.cancelled) }
        return tally
    }

    private mutating func write(_ answer: EachAnswer) {
        tally.add(answer)
        guard let line = answer.line else { return }
        progress.clear()
        results.write(line)
    }

    private mutating func say() {
        progress.say(total.map { "\(answeredCount) of \($0)" } ?? "\(answeredCount) answered")
    }
}
