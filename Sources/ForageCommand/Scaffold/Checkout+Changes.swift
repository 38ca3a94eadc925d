internal import Essentials
internal import ForageCore

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension Checkout {
    /// What lies in a folder.
    func names(in path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")
        return (names ?? []).sorted()
    }

    /// What lies in a folder and the folders in it.
    func names(below path: String) -> [String] {
        names(in: path).flatMap { [$0] + names(in: "\(path)/\($0)") }
    }

    /// Refuses files with changes that are not committed, so that what this program writes can be told from them. What
    /// is not under git is taken as it is.
    func checkUnchanged(_ paths: [String]) throws(CannotRun) {
        guard FileManager.default.fileExists(atPath: folder + "/.git") else { return }
        let files = paths.map(\.quotedForShell).joined(separator: " ")
        guard let answer = Self.output(of: "git -C \(folder.quotedForShell) status --porcelain -- \(files)")
        else {
            throw CannotRun("git does not say whether \(paths.joined(separator: ", ")) have changes.")
        }
        let changed = answer.split(separator: "\n").map { String($0.dropFirst(3)) }
        guard changed.isEmpty else {
            throw CannotRun(
                "\(changed.joined(separator: ", ").onOneLine) has changes that are not committed: commit them or put them away first. Nothing was changed."
            )
        }
    }

    /// Makes a folder, with those above it that are missing.
    static func makeFolder(_ path: String) throws(CannotRun) {
        guard !isThere(path) else { return }
        let outer = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        try makeFolder(outer)
        guard mkdir(path, 0o777) == 0 else { throw cannotWrite(to: outer, errno) }
    }

    /// Gives a folder another name.
    static func move(_ path: String, to other: String) throws(CannotRun) {
        guard rename(path, other) == 0 else { throw cannotWrite(to: other, errno) }
    }

    /// Whether there is anything of the name, and be it a link to nowhere.
    private static func isThere(_ path: String) -> Bool {
        var status = stat()
        return path.isEmpty || lstat(path, &status) == 0
    }

    private static func cannotWrite(to path: String, _ code: CInt) -> CannotRun {
        CannotRun(
            "\(path.onOneLine) cannot be written to (\(String(cString: strerror(code)).lowercased())); see to it that you may, and try again."
        )
    }

    /// What a command writes; nil if it fails.
    private static func output(of command: String) -> String? {
        guard let pipe = popen(command + " 2>/dev/null", "r") else { return nil }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            output += buffer.prefix(count)
        }
        return pclose(pipe) == 0 ? String(decoding: output, as: UTF8.self) : nil
    }
}

extension String {
    /// One word to a shell, whatever is in it.
    fileprivate var quotedForShell: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
