internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let credits = Command(
        "credits", "Write the credits of all files in a folder or a credits.lock",
        operands: "[FOLDER|LOCK]", takes: .file,
        options: [
            Output.formatOption(CreditsForm.self),
            Option(
                "into", value: "FILE", takes: .file,
                help: "Write the credits of the lock between the marks in FILE, which may be new"),
            Option("write", help: "Write all pages that the policy of the lock names"),
        ],
        discussion: """
            Writes a page with the credits of all files in the nearest credits.lock or, if you name a folder,
            of all files that `forage get` downloaded to it and its subfolders, with every name and link. The
            page is Markdown unless you give --format or the name of FILE tells; json, reuse and spdx need a
            lock. Only the lines between the marks <!-- forage:credits --> and <!-- /forage:credits -->
            change. The exit code is 1 if there are no credits, and 3 if part of the folder cannot be read.
            """,
        examples: [
            "forage credits owls > owls/CREDITS.md", "forage credits --into README.md",
            "forage credits --write", "forage credits site/credits.lock --format reuse",
        ]
    ) { invocation in
        let form = try invocation.arguments.choice("format", as: CreditsForm.self)
        if let file = try LockCredits.file(invocation) {
            return try LockCredits(file, form).write(invocation)
        }
        guard let form = CreditView.Form(rawValue: (form ?? .markdown).rawValue) else {
            throw CommandError.usage("--format \(form?.rawValue ?? "") needs a credits.lock, not a folder.")
        }
        let credits = try await folder(invocation, "credits").credits()
        for closed in credits.closed {
            let reason = closed.reason.map { ": \($0)" } ?? ""
            invocation.pipes.say("forage: \(closed.path.printable()) cannot be read\(reason).")
        }
        let files = credits.files.map { CreditsView.File($0.path, $0.record.credits) }
        guard !files.isEmpty else {
            throw CommandError.failure(
                credits.closed.isEmpty
                    ? "The folder has no file with a credit." : "The folder has no readable credit.")
        }
        invocation.pipes.write(CreditsView(files).text(as: form).utf8)
        if credits.otherCount > 0 {
            invocation.pipes.say(
                "Left out \(credits.otherCount.of("picture")) without a credit; `forage verify` lists them.")
        }
        return credits.closed.isEmpty ? .success : .partial
    }

    static let verify = Command(
        "verify", "Find the files in a folder that changed or lost their credit",
        operands: "FOLDER", takes: .file,
        options: [Output.formatOption(GetArguments.Format.self)],
        discussion: """
            Compares every picture in the folder and its subfolders with its credit file, byte for byte.
            Renamed pictures are recognised by their bytes. The exit code is 0 if all pictures are as they
            were downloaded, 3 if only some are, and 1 if none are.
            """,
        examples: ["forage verify owls", "forage verify owls --format jsonl"]
    ) { invocation in
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let folder = try folder(invocation, "verify")
        let entries = await invocation.interruption.cancelling { await folder.entries() }
        if let code = invocation.interruption.code { return code }
        guard !entries.isEmpty else { throw CommandError.failure("The folder has no picture.") }
        let isShown = invocation.terminal.output != nil
        for entry in entries {
            if format == .jsonl {
                invocation.pipes.write(line: entry.json)
            } else if !entry.isSound || !isShown || invocation.arguments.has("verbose") {
                invocation.pipes.write(line: entry.line(isShown: isShown))
            }
        }
        let sound = entries.count(where: \.isSound)
        invocation.pipes.say("\(sound) of \(entries.count.of("picture")) unchanged since the download.")
        return sound == entries.count ? .success : sound > 0 ? .partial : .failure
    }

    private static func folder(_ invocation: Invocation, _ name: String) throws -> CreditedFolder {
        let path = try invocation.arguments.onlyWord(
            "folder", orElse: "Name a folder: forage \(name) FOLDER.")
        guard let folder = CreditedFolder(path) else {
            throw CommandError.failure("\(path) is not a folder.")
        }
        return folder
    }
}

extension CreditedFolder.Entry {
    fileprivate var isSound: Bool {
        switch finding {
        case .intact, .renamed: true
        default: false
        }
    }

    private var account: (word: String, record: CreditRecord?, reason: String?) {
        switch finding {
        case .intact(let record): ("sound", record, nil)
        case .renamed(let record, _): ("renamed", record, nil)
        case .stripped(let record): ("stripped", record, nil)
        case .changed(let record): ("changed", record, nil)
        case .changedAndStripped(let record): ("changed, stripped", record, nil)
        case .withoutCredit: ("uncredited", nil, nil)
        case .missing(let record): ("missing", record, nil)
        case .unreadable(let record, let reason): ("unreadable", record, reason)
        }
    }

    fileprivate func line(isShown: Bool) -> String {
        let (word, record, reason) = account
        let columns = [
            word.padded(toWidth: isShown ? 10 : 0), path.printable(), record?.id.description ?? "",
        ]
        return (columns + [reason].compactMap(\.self)).joined(separator: isShown ? "  " : "\t")
    }

    fileprivate var json: String {
        let (word, record, reason) = account
        return JSONWriter.objectText { writer in
            writer.member("file", path)
            writer.member("result", word)
            writer.member("id", record?.id.description)
            if case .renamed(_, let former) = finding { writer.member("from", former) }
            writer.member("reason", reason)
        }
    }
}
