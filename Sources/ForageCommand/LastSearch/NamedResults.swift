internal import ForageCore
internal import ForageFormats
internal import JSON
internal import Platform

/// The results that words of a command line name: by ID, or by number in the last search or in a file.
struct NamedResults {
    private let known: [ProviderID]
    private let environment: [String: String]
    private let isSandboxed: Bool
    /// The path of the file that the numbers are about; nil for the last search.
    private let file: String?

    static let fileOption = Option(
        "from", value: "FILE", takes: .file,
        help: "Take the number from FILE: a search as JSON, or a basket of the gallery")
    private static let greatestByteCount = 32 << 20

    /// - Parameters:
    ///   - invocation: The run.
    ///   - configuration: The configuration, with all providers.
    init(_ invocation: Invocation, _ configuration: Configuration) {
        known = configuration.providers.map(\.id)
        environment = invocation.environment
        isSandboxed = invocation.arguments.has("sandbox")
        file = invocation.arguments.value("from")
    }

    /// The ID of the only result that the command line names.
    func only(_ arguments: Arguments) throws(CommandError) -> ItemID {
        let word = try arguments.onlyWord(
            "result", orElse: "Name a result by its number in the last search, or by its ID.")
        let ids = try ids([word])
        guard let id = ids.first, ids.count == 1 else {
            throw CommandError.usage("Give one result, not \(word).")
        }
        return id
    }

    /// The IDs of the named results.
    func ids(_ words: [String]) throws(CommandError) -> [ItemID] {
        var ids: [ItemID] = []
        for word in words {
            if let range = try Self.numbers(word) {
                if let file {
                    ids += try Self.results(range, in: file)
                } else {
                    ids += try results(range).map(\.id)
                }
            } else {
                ids.append(try ItemID.typed(word, known: known))
            }
        }
        return ids
    }

    /// The numbers that a word such as `3` or `5-7` names; nil for another word.
    static func numbers(_ word: String) throws(CommandError) -> ClosedRange<Int>? {
        let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }) else {
            return nil
        }
        let numbers = parts.map { Int($0) ?? .max }
        guard numbers[0] <= numbers[numbers.count - 1] else {
            throw CommandError.usage("\"\(word)\" is not a range; did you mean \"\(parts[1])-\(parts[0])\"?")
        }
        return numbers[0]...numbers[numbers.count - 1]
    }

    private static func results(
        _ range: ClosedRange<Int>, in path: String
    ) throws(CommandError) -> [ItemID] {
        guard let file = try? LocalFile(path, upTo: greatestByteCount), file.isWhole,
            let root = try? JSONDocument(file.bytes, mode: .strict).root,
            let ids = ReportDocument.ids(in: root)?.map({ ItemID($0) }), !ids.contains(nil)
        else { throw .failure("\(path) is not a JSON document of results.") }
        guard range.lowerBound > 0, range.upperBound <= ids.count else {
            throw .usage("\(path) has \(ids.count.of("result")), and not result \(range.upperBound).")
        }
        return ids[(range.lowerBound - 1)..<range.upperBound].compactMap(\.self)
    }

    private func results(_ range: ClosedRange<Int>) throws(CommandError) -> [LastSearch.Result] {
        guard let last = LastSearches(environment)?.last, !last.results.isEmpty else {
            throw CommandError.usage(
                "There is no last search that \(range.lowerBound) could be a result of: search first, or give an ID."
            )
        }
        for end in [range.lowerBound, range.upperBound] where last[end] == nil {
            let (first, final) = (last.firstNumber, last.nextNumber - 1)
            let count = first == final ? "only result \(first)" : "results \(first) to \(final)"
            let advice = last.next == nil || end < first ? "" : "; `forage more` shows the next ones"
            throw CommandError.usage("The last search has \(count), not \(end)\(advice).")
        }
        guard last.isSandboxed == isSandboxed else {
            throw CommandError.usage(
                isSandboxed
                    ? "The last search was not in the sandbox: leave out --sandbox."
                    : "The last search was in the sandbox: add --sandbox.")
        }
        return range.compactMap { last[$0] }
    }
}
