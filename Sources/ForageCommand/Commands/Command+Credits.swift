internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let credits = Command(
        "credits", "Write the credits of all files in a folder",
        operands: "FOLDER", takes: .file,
        options: [Output.formatOption(CreditView.Form.self)],
        discussion: """
            Writes a page to put beside the files that `forage get` downloaded, subfolders included, with
            every name and link. Without --format it is Markdown. The exit code is 1 when there is no credit
            in the folder, 3 when part of it cannot be read.
            """,
        examples: [
            "forage credits owls > owls/CREDITS.md", "forage credits owls --format html > owls/credits.html",
        ]
    ) { invocation in
        let form = try invocation.arguments.choice("format", as: CreditView.Form.self) ?? .markdown
        let credits = try await folder(invocation, "credits").credits()
        for closed in credits.closed {
            let reason = closed.reason.map { ": \($0)" } ?? ""
            invocation.pipes.say("forage: \(closed.path.printable()) cannot be read\(reason).")
        }
        let files = credits.files.map { CreditsView.File($0.path, $0.record.credits) }
        guard !files.isEmpty else {
            throw CommandError.failure(
                credits.closed.isEmpty
                    ? "It holds no file with a credit." : "It holds no credit that can be read.")
        }
        invocation.pipes.write(CreditsView(files).text(as: form).utf8)
        if credits.otherCount > 0 {
            invocation.pipes.say(
                "\(credits.otherCount.of("picture")) without a credit left out; `forage verify` says which.")
        }
        return credits.closed.isEmpty ? .success : .partial
    }

    static let verify = Command(
        "verify", "Say which files of a folder lost their credit or changed",
        operands: "FOLDER", takes: .file,
        options: [Output.formatOption(GetArguments.Format.self)],
        discussion: """
            Checks every picture in the folder and its subfolders against the credit beside it, byte for byte.
            A renamed one is known by its bytes. The exit code is 0 when all are as they were downloaded, 3
            when some are, 1 when none are.
            """,
        examples: ["forage verify owls", "forage verify owls --format jsonl"]
    ) { invocation in
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let folder = try folder(invocation, "verify")
        let entries = await invocation.interruption.cancelling { await folder.entries() }
        if let code = invocation.interruption.code { return code }
        guard !entries.isEmpty else { throw CommandError.failure("It holds no picture.") }
        let isShown = invocation.terminal.output != nil
        for entry in entries {
            if format == .jsonl {
                invocation.pipes.write(line: entry.json)
            } else if !entry.isSound || !isShown || invocation.arguments.has("verbose") {
                invocation.pipes.write(line: entry.line(isShown: isShown))
            }
        }
        let sound = entries.count(where: \.isSound)
        invocation.pipes.say("\(sound) of \(entries.count) are as they were downloaded.")
        return sound == entries.count ? .success : sound > 0 ? .partial : .failure
    }

    private static func folder(_ invocation: Invocation, _ name: String) throws -> CreditedFolder {
        let words = invocation.arguments.words
        guard let path = words.first else {
            throw CommandError.usage("Say which folder: forage \(name) FOLDER.")
        }
        guard words.count == 1 else {
            throw CommandError.usage("Give one folder; put quotes around it if it has spaces.")
        }
        guard let folder = CreditedFolder(path) else {
            throw CommandError.failure("\(path) is not a folder.")
        }
        return folder
    }
}

extension CreditedFolder.Entry {
    var isSound: Bool {
        switch finding {
        case .sound, .renamed: true
        case .asItCame, .changed, .changedAndStripped, .withoutCredit, .missing, .unreadable: false
        }
    }

    private var word: String {
        switch finding {
        case .sound: "sound"
        case .renamed: "renamed"
        case .asItCame: "stripped"
        case .changed: "changed"
        case .changedAndStripped: "changed, stripped"
        case .withoutCredit: "uncredited"
        case .missing: "missing"
        case .unreadable: "unreadable"
        }
    }

    private var record: CreditRecord? {
        switch finding {
        case .sound(let record), .renamed(let record, _), .asItCame(let record), .changed(let record),
            .changedAndStripped(let record), .missing(let record):
            record
        case .unreadable(let record, _): record
        case .withoutCredit: nil
        }
    }

    private var reason: String? {
        if case .unreadable(_, let reason) = finding { reason } else { nil }
    }

    fileprivate func line(isShown: Bool) -> String {
        var columns = [
            word.padded(toWidth: isShown ? 10 : 0), path.printable(), record?.id.description ?? "",
        ]
        if let reason { columns.append(reason) }
        return columns.joined(separator: isShown ? "  " : "\t")
    }

    fileprivate var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("file", path)
                writer.member("result", word)
                if let record { writer.member("id", record.id.description) }
                if case .renamed(_, let former) = finding { writer.member("from", former) }
                writer.member("reason", reason)
            }
        }
    }
}
