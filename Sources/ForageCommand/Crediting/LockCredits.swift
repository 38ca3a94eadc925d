internal import ForageCore
internal import ForageCredits
internal import Platform

/// Writes the credits of a lock.
struct LockCredits {
    private let file: LockFile
    private let form: CreditsForm?

    init(_ file: LockFile, _ form: CreditsForm?) {
        self.file = file
        self.form = form
    }

    /// The lock that the command line names, or the nearest one; nil if it names a folder.
    static func file(_ invocation: Invocation) throws(CommandError) -> LockFile? {
        let needsLock = ["into", "write"].first(where: invocation.arguments.has)
        guard let word = invocation.arguments.words.first else { return try invocation.lockFile() }
        guard invocation.arguments.words.count == 1 else {
            throw CommandError.usage("Give one folder; put quotes around it if it has spaces.")
        }
        let isFolder = LocalPath.real(word).flatMap(LocalPath.kind) == .folder
        if isFolder || LocalPath.kind(word) == nil {
            guard let needsLock else { return nil }
            throw CommandError.usage("--\(needsLock) needs a credits.lock, not a folder.")
        }
        return try invocation.lockFile(at: word)
    }

    func write(_ invocation: Invocation) throws -> ExitCode {
        let lock = try file.read()
        guard !lock.entries.isEmpty else { throw CommandError.failure("The lock has no files.") }
        if invocation.arguments.has("write") {
            guard !invocation.arguments.has("into"), form == nil else {
                throw CommandError.usage(
                    "--write takes the pages and their forms from the policy of the lock.")
            }
            guard !lock.policy.pages.isEmpty else {
                throw CommandError.failure(
                    "The policy of the lock names no pages; add \"pages\": [\"CREDITS.md\"], or use --into FILE."
                )
            }
            for page in lock.policy.pages { try write(page, lock, invocation) }
        } else if let path = invocation.arguments.value("into") {
            try write(try invocation.projectPath(path, in: file), lock, invocation)
        } else {
            invocation.pipes.write(CreditsPage(lock, as: form ?? .markdown).text.utf8)
        }
        return .success
    }

    private func write(_ page: String, _ lock: CreditsLock, _ invocation: Invocation) throws {
        do throws(PageError) {
            try PageFile(page, of: file, as: form).write(lock)
        } catch {
            let advice = error == .unknownForm ? "; name the form with --format" : ""
            throw CommandError.failure("\(page.printable()) was not written: \(error)\(advice).")
        }
        invocation.pipes.say("\(page.printable()): \(lock.entries.count.of("credit")).")
    }
}
