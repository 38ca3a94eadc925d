internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let sync = Command(
        "sync", "Download the missing files of credits.lock, to the byte",
        operands: "[PATH…]", takes: .file,
        options: [
            Output.formatOption(GetArguments.Format.self), Invocation.lockOption,
            Option("jobs", "j", value: "N", help: "Download N files at once (6)"),
            SearchArguments.definitionOption, SearchArguments.timeoutOption,
        ],
        discussion: """
            Makes each file of the lock that does not exist, from its source and with the steps in its entry,
            and puts it into place only if it has the bytes of the entry. A file that exists is never
            replaced. Otherwise, says what is gone or has changed. With paths, only these entries. The exit
            code is 0 if every file is there, 3 if only some are, and 1 if none is.
            """,
        examples: ["forage sync", "forage sync pictures/owl.jpg", "forage sync --format jsonl"]
    ) { invocation in
        let file = try invocation.lockFile()
        let lock = try file.read()
        let entries = try entries(of: lock, invocation, file)
        guard !entries.isEmpty else { throw CommandError.failure("The lock has no files.") }
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let jobs = try invocation.arguments.integer("jobs", in: 1...64) ?? 6
        let configuration = try invocation.configuration(measuring: false)
        OwnFolder.removeAbandoned(in: file.folder, named: SyncOutput.workplace)
        let workplace = try OwnFolder(in: file.folder, named: SyncOutput.workplace)
        let template = try FileNameTemplate("{id}")
        let timeout = try invocation.arguments.duration("timeout")
        return try await invocation.withForage(configuration) { forage in
            let sync = ProjectSync(
                forage: forage, file: file, workplace: workplace, pool: try? invocation.imagePool(),
                template: template, downloader: forage.downloader(), timeout: timeout)
            let output = await invocation.interruption.cancelling {
                var output = SyncOutput(invocation.pipes, format, isShown: invocation.terminal.output != nil)
                await sync.all(entries, jobs: jobs) { output.write($0, $1) }
                return output
            }
            return output.finish(of: entries.count, invocation)
        }
    }

    /// The entries of the paths on the command line, or all.
    static func entries(
        of lock: CreditsLock, _ invocation: Invocation, _ file: LockFile
    ) throws(CommandError) -> [LockEntry] {
        var entries: [LockEntry] = []
        for word in invocation.arguments.words {
            let path = try invocation.projectPath(word, in: file)
            guard let entry = lock[path: path] else {
                throw CommandError.failure("\(path.printable()) is not in the lock.")
            }
            entries.append(entry)
        }
        return invocation.arguments.words.isEmpty ? lock.entries : entries
    }
}

extension ProjectSync {
    /// Makes several files at once, and passes on each outcome in the order of the entries.
    func all(_ entries: [LockEntry], jobs: Int, take: (LockEntry, Ending) -> Void) async {
        await withTaskGroup(of: (Int, Ending).self) { group in
            var rest = entries.indices.makeIterator()
            func begin() {
                guard let place = rest.next() else { return }
                _ = group.addTaskUnlessCancelled { (place, await ending(of: entries[place])) }
            }
            for _ in 0..<jobs { begin() }
            var ahead: [Int: Ending] = [:]
            var place = 0
            for await (number, ending) in group {
                ahead[number] = ending
                begin()
                while let ending = ahead.removeValue(forKey: place) {
                    take(entries[place], ending)
                    place += 1
                }
            }
        }
    }
}

/// Writes the outcome for each file of a lock.
struct SyncOutput: Sendable {
    /// The beginning of the name of the folder in which files grow.
    static let workplace = ".forage-sync"

    private let pipes: Pipes
    private let format: GetArguments.Format
    private let isShown: Bool
    private var thereCount = 0
    private var restoredCount = 0
    private var otherCount = 0

    init(_ pipes: Pipes, _ format: GetArguments.Format, isShown: Bool) {
        self.pipes = pipes
        self.format = format
        self.isShown = isShown
    }

    mutating func write(_ entry: LockEntry, _ ending: ProjectSync.Ending) {
        guard let (word, reason) = ending.account else { return }
        switch ending {
        case .there: thereCount += 1
        case .restored: restoredCount += 1
        default: otherCount += 1
        }
        if format == .jsonl {
            pipes.write(
                line: JSONWriter.objectText { writer in
                    writer.member("path", entry.path)
                    writer.member("result", word)
                    writer.member("id", entry.id?.description)
                    writer.member("reason", reason)
                })
        } else if ending != .there || !isShown {
            let columns = [isShown ? word.padded(toWidth: 9) : word, entry.path.printable(), reason]
                .compactMap(\.self)
            pipes.write(line: columns.joined(separator: isShown ? "  " : "\t"))
        }
    }

    func finish(of total: Int, _ invocation: Invocation) -> ExitCode {
        pipes.say("\(restoredCount) restored, \(thereCount) already there, \(otherCount) not there.")
        if let code = invocation.interruption.code { return code }
        let count = thereCount + restoredCount
        return count == total ? .success : count > 0 ? .partial : .failure
    }
}

extension ProjectSync.Ending {
    fileprivate var account: (word: String, reason: String?)? {
        switch self {
        case .there: ("there", nil)
        case .restored: ("restored", nil)
        case .different: ("different", "the file has other bytes than its entry; remove it to get it again")
        case .gone(let reason): ("gone", reason)
        case .changed(let reason): ("changed", reason)
        case .failed(let reason): ("failed", reason)
        case .cancelled: nil
        }
    }
}
