internal import ForageCore
internal import ForageCredits
internal import Platform

extension Invocation {
    static let lockOption = Option(
        "lock", value: "FILE", takes: .file, help: "Use this file instead of the nearest credits.lock")

    /// The lock of the project around the current folder, or the one that the command line names; if there is none, a new
    /// one in the current folder, if that is permitted.
    func lockFile(orNew isToBeMade: Bool = false) throws(CommandError) -> LockFile {
        if let path = arguments.value("lock") { return try lockFile(at: path, orNew: isToBeMade) }
        if let file = LockFile(around: ".") { return file }
        guard isToBeMade, let folder = LocalPath.real(".") else {
            throw CommandError.failure(
                "There is no credits.lock here; `forage add` and `forage adopt` create one, and --lock names one elsewhere."
            )
        }
        return LockFile(in: folder)
    }

    /// The lock at a path, which may also be that of its folder.
    func lockFile(at path: String, orNew isToBeMade: Bool = false) throws(CommandError) -> LockFile {
        if LocalPath.real(path).flatMap(LocalPath.kind) == .folder, let folder = LocalPath.real(path) {
            return try lockFile(LockFile(in: folder), isToBeMade)
        }
        let slash = path.lastIndex(of: "/")
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard let folder = LocalPath.real(parent) else {
            throw CommandError.failure("\(parent.onOneLine) is not a folder.")
        }
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        return try lockFile(LockFile(in: folder, named: name), isToBeMade)
    }

    private func lockFile(_ file: LockFile, _ isToBeMade: Bool) throws(CommandError) -> LockFile {
        guard isToBeMade || file.exists else {
            throw CommandError.failure("\(file.path.onOneLine) does not exist.")
        }
        return file
    }

    /// Notes that a lock is used on this machine.
    func noteLock(_ file: LockFile) {
        if let folder = stateFolder { LocksMet(in: folder).note(file) }
    }

    /// The path of a file from the folder of a lock.
    func projectPath(_ path: String, in file: LockFile) throws(CommandError) -> String {
        guard let relative = ProjectPath.relative(path, to: file.folder) else {
            throw CommandError.usage(
                "\(path) is not in the project \(file.folder), or a part of its path begins with a dot.")
        }
        return relative
    }
}
