internal import Forage
internal import ForageCore
internal import ForageStorage
internal import ForageTransport
internal import JSON

extension Command {
    static let archive = Command(
        "archive", "List the files that `forage get --archive` downloaded, and forget them",
        operands: "list | forget ID… | clear",
        takes: .action([.init("list"), .init("forget", takes: .result), .init("clear")]),
        options: [Output.formatOption(GetArguments.Format.self)],
        discussion: """
            list     list all files, oldest first: the day of the download, the size and the ID
            forget   forget the files of these results, so that they can be downloaded again
            clear    forget all files

            The files themselves are not deleted. The archive remembers up to a million files. The exit code
            of forget is 3 if some of the results were not in the archive, and 1 if none were.
            """,
        examples: ["forage archive list", "forage archive forget unsplash:eOLpJytrbsQ"]
    ) { invocation in
        let words = invocation.arguments.words
        let action = words.first ?? "list"
        let archive = try invocation.fileArchive(invocation.configuration(measuring: false))
        switch (action, words.count) {
        case ("list", 0...1): return try list(archive, invocation)
        case ("forget", 2...): return try forget(words.dropFirst(), archive, invocation)
        case ("forget", _): throw CommandError.usage("Name the results to forget: forage archive forget ID…")
        case ("clear", 1): return say(archive.clear(), invocation)
        case ("list", _), ("clear", _):
            throw CommandError.unexpected(words[1], in: "archive")
        default: throw CommandError.unknown("action of archive", action, among: ["clear", "forget", "list"])
        }
    }

    private static func list(
        _ archive: any KeptFileArchive, _ invocation: Invocation
    ) throws -> ExitCode {
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let columnBreak = invocation.terminal.output == nil ? "\t" : "  "
        var isEmpty = true
        let isRead = archive.each { entry in
            isEmpty = false
            let day = "\(CalendarDay(containing: entry.date))"
            invocation.pipes.write(
                line: format == .jsonl
                    ? entry.json(day) : [day, entry.size, entry.id].joined(separator: columnBreak))
        }
        if isRead, isEmpty, format == .table {
            invocation.pipes.say("The archive is empty. `forage get --archive` adds what it downloads.")
        }
        return isRead ? .success : .failure
    }

    private static func forget(
        _ words: ArraySlice<String>, _ archive: any KeptFileArchive, _ invocation: Invocation
    ) throws -> ExitCode {
        let ids = try words.map { word throws(CommandError) in
            guard let id = ItemID(typed: word) else { throw CommandError.usage("\"\(word)\" is not an ID.") }
            return id
        }
        var (count, unknown, isUsable) = (0, [ItemID](), true)
        for id in ids.distinct where isUsable {
            switch archive.forget(id) {
            case nil: isUsable = false
            case 0?: unknown.append(id)
            case let forgotten?: count += forgotten
            }
        }
        if count > 0 { _ = say(count, invocation) }
        if !unknown.isEmpty {
            let names = unknown.map(\.description).joined(separator: ", ")
            invocation.pipes.say("Not in the archive: \(names). See `forage archive list`.")
        }
        if isUsable, unknown.isEmpty { return .success }
        return count > 0 ? .partial : .failure
    }

    /// Reports how many files were forgotten; if the archive could not be used, that was already reported.
    private static func say(_ count: Int?, _ invocation: Invocation) -> ExitCode {
        guard let count else { return .failure }
        invocation.pipes.say("Forgot \(count.of("file")).")
        return .success
    }
}

extension ArchiveEntry {
    fileprivate func json(_ day: String) -> String {
        JSONWriter.objectText { writer in
            writer.member("id", id)
            writer.member("size", size)
            writer.member("date", day)
        }
    }
}

extension Invocation {
    /// The archive of the files that this person has; files from the sandbox have a separate one.
    func fileArchive(_ configuration: Configuration) throws -> any KeptFileArchive {
        if let team = try teamStore(configuration) { return team.archive }
        guard let folder = stateFolder else {
            throw CommandError.failure("There is no folder for an archive: set HOME or XDG_STATE_HOME.")
        }
        return SQLiteFileArchive(in: folder, warn: warnings.sayIfFirst)
    }
}
