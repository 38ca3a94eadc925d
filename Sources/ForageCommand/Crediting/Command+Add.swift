internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import ForageFormats
internal import Platform

extension Command {
    static let add = Command(
        "add", "Download files into a project and enter them into its credits.lock",
        operands: "NUMBER…|ID…|-", takes: .result,
        options: GetArguments.options + [Invocation.lockOption],
        discussion: """
            Downloads files as `forage get` does, and writes an entry for each into credits.lock: path,
            checksum, credit, licence with the words of its source, and what was done with the file. The lock
            is the nearest one around the current folder; if there is none, it is created here. Files that
            are already there are entered, too. The exit code is that of `forage get`.
            """,
        examples: [
            "forage add 3 --to pictures",
            "forage add --query 'barn owl licence:commercial' -n 5 --to pictures",
            "forage add unsplash:eOLpJytrbsQ --size 1600x --convert webp",
        ]
    ) { invocation in
        let file = try invocation.lockFile(orNew: true)
        let configuration = try invocation.configuration(measuring: false)
        let arguments = try GetArguments(
            invocation.arguments, configuration, NamedResults(invocation, configuration))
        let adding = try Adding(file, arguments, invocation)
        let plan = try await GetPlan(arguments, configuration, invocation)
        try adding.check(plan)
        let recorder = Recorder(of: configuration)
        return try await invocation.withForage(configuration, recorder: recorder) { forage in
            let (run, board) = plan.run(forage)
            let (result, files) = await invocation.interruption.cancelling {
                var files: [GetResult] = []
                do {
                    return (
                        Result<ExitCode, any Error>.success(
                            try await get(arguments, run, board, invocation) { files.append($0) }), files
                    )
                } catch {
                    return (.failure(error), files)
                }
            }
            // Files that came before an interruption are entered, too.
            let isEntered = try await adding.enter(files, in: plan, ServiceAnswer.all(recorder))
            let code = try result.get()
            return isEntered || code != .success ? code : .partial
        }
    }
}

/// Enters downloaded files into a lock.
struct Adding: Sendable {
    private let file: LockFile
    private let invocation: Invocation
    private let isQuiet: Bool
    private let isTrial: Bool

    /// Reads the lock first: if it cannot be used, nothing is downloaded.
    init(_ file: LockFile, _ arguments: GetArguments, _ invocation: Invocation) throws {
        self.file = file
        self.invocation = invocation
        isQuiet = arguments.isQuiet
        isTrial = arguments.isTrial
        if file.exists { _ = try file.read() }
    }

    /// Checks that the files will be inside the project.
    func check(_ plan: GetPlan) throws(CommandError) {
        // A trial makes no folder.
        guard !isTrial else { return }
        _ = try invocation.projectPath(plan.folder + "/file", in: file)
    }

    /// Returns true if every file was entered.
    func enter(_ files: [GetResult], in plan: GetPlan, _ answers: [ServiceAnswer]) async throws -> Bool {
        guard !isTrial else { return true }
        let lock = file.exists ? try file.read() : CreditsLock()
        var entries: [LockEntry] = []
        var isComplete = true
        for result in files {
            guard let path = result.path, let item = result.item else { continue }
            do throws(EntryError) {
                let place = path.hasPrefix("/") ? path : "\(plan.folder)/\(path)"
                if let entry = try entry(of: place, item, answers, lock) { entries.append(entry) }
            } catch {
                isComplete = false
                invocation.pipes.say("forage: \(path.printable()) was not entered: \(error.reason).")
            }
        }
        if !entries.isEmpty {
            let viewer = PictureViewer(try? invocation.imagePool())
            let seen = await viewer.addingLooks(to: entries, in: file)
            try file.edit { $0.put(seen) }
            invocation.noteLock(file)
        }
        if !isQuiet {
            let name = file.path.split(separator: "/").last ?? ""
            invocation.pipes.say("\(entries.count.of("new entry", "new entries")) in \(name).")
        }
        return isComplete
    }

    private struct EntryError: Error {
        let reason: String
    }

    /// The entry of a file; nil if the lock has it.
    private func entry(
        of place: String, _ item: Item, _ answers: [ServiceAnswer], _ lock: CreditsLock
    ) throws(EntryError) -> LockEntry? {
        guard let path = ProjectPath.relative(place, to: file.folder) else {
            throw EntryError(reason: "it is not in the project")
        }
        let facts: PictureFacts
        do throws(FileError) { facts = try PictureFacts(ofFile: place) } catch {
            throw EntryError(reason: error.reason)
        }
        if let entry = lock[path: path], entry.isSealed, entry.file.sha256 == facts.sha256 { return nil }
        guard let record = CreditRecord(nextToFile: place) else {
            throw EntryError(reason: "its credit file cannot be read")
        }
        guard record.digest == facts.sha256 else {
            throw EntryError(
                reason: "it has changed since its download; `forage adopt` enters it as it is now")
        }
        var entry = LockEntry(
            path: path, facts, record, sidecar: FileDigest.of(place + CreditRecord.ending))
        let today = "\(CalendarDay(containing: Date()))"
        entry.add(item) { LicenceEvidence(of: $0, in: answers, on: today) }
        return entry.sealed
    }
}

extension GetResult {
    /// The path of the file, if there is one.
    var path: String? {
        switch ending {
        case .saved(let file): file.path
        case .there(let path): path
        case .planned, .alreadyRequested, .alreadySaved, .failed: nil
        }
    }
}

extension ServiceAnswer {
    /// The answers that a run recorded.
    static func all(_ recorder: Recorder) -> [ServiceAnswer] {
        recorder.exchanges.compactMap { exchange in
            guard case .answer(let response, _) = exchange.ending,
                let url = exchange.endpoint.openAddress ?? response.url
            else { return nil }
            return ServiceAnswer(of: exchange.provider, at: url, response.body)
        }
    }
}
