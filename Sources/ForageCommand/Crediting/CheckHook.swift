internal import ForageCore
internal import ForageCredits
internal import Platform

/// The repository of Git around a folder.
struct GitFolder {
    /// The folder with the files of the repository.
    let root: String

    init?(around folder: String) {
        var place = folder
        while LocalPath.kind("\(place)/.git") == nil {
            guard let slash = place.lastIndex(of: "/"), slash > place.startIndex else { return nil }
            place = String(place[..<slash])
        }
        root = place
    }
}

/// The hook of Git that runs the check before each commit.
struct CheckHook {
    private let file: LockFile

    init(_ file: LockFile) { self.file = file }

    private static let mark = "# forage check"

    func install(_ invocation: Invocation) throws -> ExitCode {
        guard let root = GitFolder(around: file.folder)?.root else {
            throw CommandError.failure("\(file.folder.onOneLine) is not in a repository of Git.")
        }
        let folder = try folder(of: root)
        let path = "\(folder)/pre-commit"
        let place = String(file.path.dropFirst(root.count + 1))
        let line = "forage check --lock \(place.quotedForShell) || exit 1 \(Self.mark)"
        let old = (try? LocalFile(path, upTo: 1 << 20, pipes: false)).map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        if let old {
            guard !old.contains(Self.mark) else {
                invocation.pipes.say("\(path) runs the check already.")
                return .success
            }
            throw CommandError.failure("\(path.onOneLine) exists; add this line to it: \(line)")
        }
        try LocalFile.replace(path, with: Array("#!/bin/sh\n\(line)\n".utf8), permissions: 0o755)
        invocation.pipes.say("\(path) runs the check before each commit.")
        return .success
    }

    /// The folder of the hooks. In a linked working tree, a file names the folder of the repository.
    private func folder(of root: String) throws -> String {
        var git = "\(root)/.git"
        if LocalPath.kind(git) != .folder {
            let text = String(decoding: try LocalFile(git, upTo: 4_096, pipes: false).bytes, as: UTF8.self)
            let line = text.split(whereSeparator: \.isNewline).first ?? ""
            guard line.hasPrefix("gitdir: ") else {
                throw CommandError.failure("\(git.onOneLine) does not name a repository of Git.")
            }
            let named = String(line.dropFirst("gitdir: ".count))
            git = named.hasPrefix("/") ? named : "\(root)/\(named)"
            if let common = try? LocalFile("\(git)/commondir", upTo: 4_096, pipes: false) {
                let name = String(decoding: common.bytes, as: UTF8.self).trimmingWhitespace()
                git = name.hasPrefix("/") ? String(name) : "\(git)/\(name)"
            }
        }
        let settings = try? LocalFile("\(git)/config", upTo: 1 << 20, pipes: false)
        if let settings, String(decoding: settings.bytes, as: UTF8.self).lowercased().contains("hookspath") {
            throw CommandError.failure(
                "This repository has its hooks in another folder (core.hooksPath); run `forage check` from the hook there."
            )
        }
        return "\(git)/hooks"
    }
}
