internal import Forage
internal import ForageCore
internal import Platform

/// A checkout of Forage's own sources.
struct Checkout {
    let folder: String

    /// Finds the checkout around a folder by its manifest.
    init(around folder: String) throws(CommandError) {
        var steps = folder.split(separator: "/")
        repeat {
            let candidate = "/" + steps.joined(separator: "/")
            if Self.isForage(candidate) {
                self.folder = candidate
                return
            }
        } while steps.popLast() != nil
        throw CommandError.failure(
            "\(folder.onOneLine) is not in a checkout of Forage: run this command in one, because it needs the sources."
        )
    }

    private static func isForage(_ folder: String) -> Bool {
        guard let file = try? LocalFile(folder + "/Package.swift", upTo: 1 << 20, pipes: false) else {
            return false
        }
        let manifest = String(decoding: file.bytes, as: UTF8.self)
        return manifest.contains("let package = Package(\n    name: \"forage\",")
    }

    /// The text of a file.
    func text(of path: String) throws(CommandError) -> String {
        do throws(FileError) {
            let file = try LocalFile("\(folder)/\(path)", upTo: 1 << 20, pipes: false)
            return String(decoding: file.bytes, as: UTF8.self)
        } catch {
            throw CommandError.failure("\(error)")
        }
    }
}

extension Checkout {
    /// The names of the files and folders in a folder.
    func names(in path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")
        return (names ?? []).sorted()
    }

    /// The files in a folder and in the folders below it, by their paths from there.
    func files(below path: String) -> [String] {
        names(in: path).flatMap { name in
            LocalPath.kind("\(folder)/\(path)/\(name)") == .folder
                ? files(below: "\(path)/\(name)").map { "\(name)/\($0)" } : [name]
        }
    }

    /// Rejects files with uncommitted changes, so that the changes of this program stay recognizable. Files that are
    /// not under git are accepted.
    func checkUnchanged(_ paths: [String], _ environment: [String: String]) throws(CommandError) {
        guard FileManager.default.fileExists(atPath: folder + "/.git") else { return }
        guard let changed = changed(paths, environment) else {
            throw CommandError.failure(
                "Could not find out from git whether \(paths.joined(separator: ", ")) have changes.")
        }
        guard changed.isEmpty else {
            throw CommandError.failure(
                "\(changed.joined(separator: ", ").onOneLine) has uncommitted changes: commit or stash them first. Nothing was changed."
            )
        }
    }

    /// Ensures that a folder can be written to, and creates it if it does not exist.
    static func checkWritable(_ path: String) throws(CommandError) {
        do throws(FileError) {
            try LocalFolder.make(path, permissions: 0o777)
            try LocalFolder.checkWritable(path)
        } catch {
            throw CommandError.failure(
                "\(error.path.onOneLine) cannot be written to (\(error.reason)); check its permissions and try again."
            )
        }
    }

    /// The files that have changed according to git; nil if git cannot be run.
    private func changed(_ paths: [String], _ environment: [String: String]) -> [String]? {
        let command = ["git", "-C", folder, "status", "--porcelain", "--"] + paths
        guard
            let git = try? ChildProcess(command, environment: environment, capturesComplaints: true)
        else { return nil }
        var channel = LineChannel(git)
        var changed: [String] = []
        do throws(ProcessError) {
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
