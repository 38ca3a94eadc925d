internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

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
    func run(_ reader: LineReader, of total: Int?) async -> (EachTally, LocalFileFault?, Pipes.Unread?) {
        var output = EachOutput(invocation, total: total)
        var fault: LocalFileFault?
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
            if line.byteCount > LineReader.greatestByteCount { throw QueryFault.tooLong(line.byteCount) }
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
