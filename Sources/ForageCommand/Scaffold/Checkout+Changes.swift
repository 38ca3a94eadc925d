internal import Essentials
internal import Files
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

    /// Sees that something can be put into a folder, and makes it where there is none.
    static func checkWritable(_ path: String) throws(CannotRun) {
        do throws(CannotWriteFile) {
            try LocalFolder.make(path, permissions: 0o777)
            try LocalFolder.checkWritable(path)
        } catch {
            throw CannotRun(
                "\(error.path.onOneLine) cannot be written to (\(error.reason)); check its permissions and try again."
            )
        }
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
