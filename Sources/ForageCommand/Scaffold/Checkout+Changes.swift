internal import ForageCore
internal import Platform

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
    func checkUnchanged(_ paths: [String], _ environment: [String: String]) throws(CannotRun) {
        guard FileManager.default.fileExists(atPath: folder + "/.git") else { return }
        guard let changed = changed(paths, environment) else {
            throw CannotRun("git does not say whether \(paths.joined(separator: ", ")) have changes.")
        }
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

    /// Which of the files git says are changed; nil where it cannot be asked.
    private func changed(_ paths: [String], _ environment: [String: String]) -> [String]? {
        let command = ["git", "-C", folder, "status", "--porcelain", "--"] + paths
        guard
            let git = try? ChildProcess(command, environment: environment, capturesComplaints: true)
        else { return nil }
        var channel = LineChannel(git)
        var changed: [String] = []
        do throws(ExchangeFault) {
            while true {
                let line = try channel.line(upTo: 64 << 10, by: .now + .seconds(60))
                changed.append(String(decoding: line.dropFirst(3), as: UTF8.self))
            }
        } catch {
            guard case .ended(.status(0), _) = error else { return nil }
            return changed
        }
    }
}
