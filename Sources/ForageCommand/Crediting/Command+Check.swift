internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageFormats
internal import Platform

extension Command {
    static let check = Command(
        "check", "Find the pictures of a project that its credits.lock does not cover",
        operands: "[FOLDER]", takes: .file,
        options: [
            Output.formatOption(CheckForm.self),
            Option(
                "ci", help: "Read every file again; on GitHub, write annotations unless --format is given"),
            Option("install-hook", help: "Run the check before each commit of this Git repository"),
            Invocation.lockOption,
        ],
        discussion: """
            Compares every picture below the folder of credits.lock with its entry: that it has one, that its
            bytes and its credit file are unchanged, that its credit and licence are known and allowed by the
            policy in the lock, and that the pages with the credits are current. Files that have not changed
            since the last check are not read again. The exit code is 0 if nothing is wrong, and 1 if
            something is, if there is nothing to check, or if the check could not be made.
            """,
        examples: [
            "forage check", "forage check --ci --format sarif > credits.sarif", "forage check --install-hook",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        guard words.count <= 1 else { throw CommandError.unexpected(words[1], in: "check") }
        if let word = words.first, invocation.arguments.has("lock") {
            throw CommandError.unexpected(word, advice: "--lock already names the project.")
        }
        let file = try words.first.map { try invocation.lockFile(at: $0) } ?? invocation.lockFile()
        if invocation.arguments.has("install-hook") { return try CheckHook(file).install(invocation) }
        let form = try invocation.arguments.choice("format", as: CheckForm.self) ?? usualForm(invocation)
        let lock = try file.read()
        let cache = digests(invocation, of: file)
        let viewer = PictureViewer(try? invocation.imagePool())
        invocation.noteLock(file)
        let report = await invocation.interruption.cancelling { [cache] in
            var cache = cache
            var progress = Progress(invocation.terminal, invocation.pipes)
            let report = await ProjectCheck(lock, in: file, viewer: viewer).report(&cache) { done, total in
                progress.say("Read \(done) of \(total)")
            }
            progress.clear()
            return report
        }
        if let code = invocation.interruption.code { return code }
        let place = RepositoryPath(file)
        switch form {
        case .table: invocation.pipes.write(table(report, file, invocation).utf8)
        case .json: invocation.pipes.write(report.json.utf8)
        case .github: invocation.pipes.write(report.annotations(lock: place.lock).utf8)
        case .sarif: invocation.pipes.write(report.sarif(lock: place.lock, version: Version.current).utf8)
        }
        say(report, file, invocation)
        return report.isClean ? .success : .failure
    }

    private static func usualForm(_ invocation: Invocation) -> CheckForm {
        invocation.arguments.has("ci") && invocation.environment["GITHUB_ACTIONS"] == "true"
            ? .github : .table
    }

    private static func digests(_ invocation: Invocation, of file: LockFile) -> DigestCache {
        guard !invocation.arguments.has("ci"), let folder = invocation.stateFolder else {
            return DigestCache()
        }
        return DigestCache(in: folder, of: file.folder)
    }

    private static func table(
        _ report: ProjectCheck.Report, _ file: LockFile, _ invocation: Invocation
    ) -> String {
        func place(_ finding: CheckFinding) -> String {
            finding.line.map { "\(LockFile.name):\($0)" } ?? ""
        }
        guard invocation.terminal.output != nil else {
            return report.findings.map { finding in
                let columns = [
                    finding.rule.rawValue, finding.path.printable(), finding.reason, place(finding),
                ]
                return columns.joined(separator: "\t") + "\n"
            }.joined()
        }
        // Without a credit there is no licence either.
        let uncredited = Set(report.findings.filter { $0.rule == .noCredit }.map(\.path))
        let findings = report.findings.filter {
            $0.fault != .licenceUnknown || !uncredited.contains($0.path)
        }
        let width = findings.map { $0.rule.rawValue.count }.max() ?? 0
        let groups = FolderGroups(findings, path: \.path) { "\($0.rule.rawValue) \($0.reason)" }
        return groups.rows.map { finding, files in
            let columns = [
                finding.rule.rawValue.padded(toWidth: width), files, finding.reason, place(finding),
            ]
            return columns.filter { !$0.isEmpty }.joined(separator: "  ") + "\n"
        }.joined()
    }

    private static func say(_ report: ProjectCheck.Report, _ file: LockFile, _ invocation: Invocation) {
        guard report.count > 0 else {
            let ignored = report.ignoredCount > 0 ? "; the policy leaves out \(report.ignoredCount)" : ""
            invocation.pipes.say("forage: There is no picture to check in \(file.folder)\(ignored).")
            return
        }
        let faulty = Set(report.findings.map(\.path)).count
        let copies = report.copies.isEmpty ? "" : ", \(report.copies.count.of("copy", "copies"))"
        let ignored = report.ignoredCount > 0 ? ", \(report.ignoredCount) left out" : ""
        invocation.pipes.say(
            "\(report.count.of("picture")) checked, \(faulty) with findings\(copies)\(ignored).")
        for advice in advice(on: report) { invocation.pipes.say(advice) }
    }

    /// The commands that help, one for each kind of finding.
    private static func advice(on report: ProjectCheck.Report) -> [String] {
        let rules = Set(report.findings.map(\.rule))
        var advice: [String] = []
        if rules.contains(.notInLock) {
            advice.append(
                "To enter pictures: `forage whose` finds their source, `forage adopt` reads their own credits."
            )
        }
        if !rules.isDisjoint(with: [.noCredit, .licenceUnknown]) {
            advice.append("To state a credit: forage adopt PATH… --creator NAME --licence NAME.")
        }
        if report.findings.contains(where: { $0.rule == .noCredit && $0.resembled != nil }) {
            advice.append("To use the credit of a picture that looks like it: forage whose --fix FILE.")
        }
        if !rules.isDisjoint(with: [.missing, .stripped]) {
            advice.append("To get missing files again: forage sync.")
        }
        if !rules.isDisjoint(with: [.changed, .renamed, .edited, .creditFile]) {
            advice.append("To accept files and entries as they are: forage adopt PATH…")
        }
        if !rules.isDisjoint(with: [.missing, .policy]) {
            advice.append("To take a picture out: delete its file, its credit file and its entry.")
        }
        if report.findings.contains(where: { $0.fault == .pointer }) {
            advice.append("To get pictures from Git LFS: git lfs pull.")
        }
        if rules.contains(.page) { advice.append("To write the pages: forage credits --write.") }
        return advice
    }
}

enum CheckForm: String, CaseIterable {
    case table, json, sarif, github
}

/// The path of a lock in its repository.
struct RepositoryPath {
    /// The path of the lock from the folder of the repository, or from its own folder if there is no repository.
    let lock: String

    init(_ file: LockFile) {
        let root = GitFolder(around: file.folder)?.root ?? file.folder
        lock = String(file.path.dropFirst(root.count + 1))
    }
}
