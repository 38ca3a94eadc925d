internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import ForageFormats
internal import Platform

extension Command {
    static let adopt = Command(
        "adopt", "Enter files into credits.lock with the credits that they have",
        operands: "PATH…", takes: .file,
        options: [
            Option("title", value: "TEXT", help: "The title of the work"),
            Option("creator", value: "NAME", help: "The name of the creator"),
            Option(
                "licence", or: ["license"], value: "NAME|URL",
                help: "The licence, such as CC-BY-4.0, or its address"),
            Option("page", value: "URL", help: "The page of the work at its source"),
            Option("source", value: "NAME", help: "With --page: the name of the source"),
            Option("alt", value: "TEXT", help: "A description for people who cannot see the picture"),
            Option(
                "credits", value: "FILE", takes: .file,
                help: "Also read credits from this page in Markdown"),
            Invocation.lockOption,
        ],
        discussion: """
            For files that came otherwise, and to accept files and entries as they are now. The credit is
            read from the entry that the file already has, a credit file, a file NAME.license, REUSE.toml or
            .reuse/dep5 (REUSE), a page with credits such as CREDITS.md, and the XMP, IPTC and EXIF data in
            the picture, in this order; your options come first, but for the files in a folder they only
            fill what is unknown. What none of them states stays unknown, and `forage check` reports it.
            Folders are searched for pictures without an entry or without a licence. Nothing is sent
            anywhere.
            """,
        examples: [
            "forage adopt pictures", "forage adopt logo.png --creator 'Ada Ashdown' --licence CC0-1.0",
            "forage adopt old --credits old/CREDITS.md",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        guard !words.isEmpty else { throw CommandError.usage("Name files or folders: forage adopt PATH….") }
        let file = try invocation.lockFile(orNew: true)
        let lock = file.exists ? try file.read() : CreditsLock()
        let given = try statedCredit(invocation.arguments)
        let paths = try pictures(words, lock, file, invocation)
        let adoption = Adoption(
            lock, in: file, given: given, statements: try statements(lock, file, invocation),
            date: "\(CalendarDay(containing: Date()))")
        var (adopted, isComplete) = ([Adoption.Adopted](), true)
        var progress = Progress(invocation.terminal, invocation.pipes)
        for (place, (path, isNamed)) in paths.enumerated() {
            if place.isMultiple(of: partCount) { progress.say("Read \(place) of \(paths.count)") }
            if LFSPointer.isAt("\(file.folder)/\(path)") {
                isComplete = false
                progress.clear()
                invocation.pipes.say(
                    "forage: \(path.printable()) was not entered: it is a pointer of Git LFS; run `git lfs pull`."
                )
                continue
            }
            do throws(FileError) {
                adopted.append(try adoption.adopted(path, isNamed: isNamed))
            } catch {
                isComplete = false
                progress.clear()
                invocation.pipes.say("forage: \(path.printable()) was not entered: \(error.reason).")
            }
        }
        progress.clear()
        adopted = adoption.sharingCredits(adopted)
        if !adopted.isEmpty {
            let viewer = PictureViewer(try? invocation.imagePool())
            var entries: [LockEntry] = []
            for start in stride(from: 0, to: adopted.count, by: partCount) {
                progress.say("Looked at \(start) of \(adopted.count)")
                let part = adopted[start..<min(start + partCount, adopted.count)]
                entries += await viewer.addingLooks(to: part.map(\.entry), in: file)
            }
            progress.clear()
            let former = Set(adopted.compactMap(\.former))
            try file.edit { lock in
                lock.remove(former)
                lock.put(entries)
            }
            invocation.noteLock(file)
        }
        write(adopted, invocation)
        let unknown = adopted.count { $0.entry.licences.isEmpty }
        let rest = unknown > 0 ? ", \(unknown) with an unknown licence" : ""
        invocation.pipes.say("\(adopted.count.of("entry", "entries")) written\(rest).")
        return adopted.isEmpty ? .failure : isComplete ? .success : .partial
    }

    /// The number of files after which progress is shown.
    private static let partCount = 64

    private static func write(_ adopted: [Adoption.Adopted], _ invocation: Invocation) {
        let entries = adopted.map(\.entry)
        guard invocation.terminal.output != nil else {
            for entry in entries { invocation.pipes.write(line: line(entry, entry.path.printable())) }
            return
        }
        for (entry, files) in FolderGroups(entries, path: \.path, words: credit).rows {
            invocation.pipes.write(line: line(entry, files))
        }
    }

    private static func line(_ entry: LockEntry, _ files: String) -> String {
        [files, entry.licences.first?.id ?? "unknown", credit(entry)].joined(separator: "\t")
    }

    private static func credit(_ entry: LockEntry) -> String {
        entry.credits.isEmpty ? "nothing is known about it" : entry.creditText.printable(upTo: 1_000)
    }

    private static func statedCredit(_ arguments: Arguments) throws(CommandError) -> StatedCredit {
        var credit = StatedCredit()
        credit.title = arguments.value("title")
        credit.alt = arguments.value("alt")
        credit.creator = Creator(name: arguments.value("creator"))
        if let text = arguments.value("licence") {
            credit.licence = WebURL(text).map { Licence(name: text, url: $0) } ?? Licence(spdx: text)
            credit.words = text
        }
        if let text = arguments.value("page") {
            guard let page = WebURL(text) else {
                throw CommandError.usage("--page takes a web address, not \"\(text)\".")
            }
            credit.page = page
        }
        if let name = arguments.value("source") {
            guard let page = credit.page else { throw CommandError.usage("--source needs --page.") }
            credit.source = NamedLink(name, page)
        }
        return credit
    }

    /// The files that are named, and the pictures without a licence in the folders that are.
    private static func pictures(
        _ words: [String], _ lock: CreditsLock, _ file: LockFile, _ invocation: Invocation
    ) throws(CommandError) -> [(path: String, isNamed: Bool)] {
        var (paths, found) = ([String](), [String]())
        for word in words {
            guard LocalPath.real(word).flatMap(LocalPath.kind) == .folder, let folder = LocalPath.real(word)
            else {
                paths.append(try invocation.projectPath(word, in: file))
                continue
            }
            let isRoot = folder == file.folder
            let start = isRoot ? "" : try invocation.projectPath(folder, in: file) + "/"
            found += ProjectPictures.paths(in: file.folder, lock.policy).filter {
                $0.hasPrefix(start) && lock[path: $0]?.licences.isEmpty ?? true
            }
        }
        guard !paths.isEmpty || !found.isEmpty else {
            throw CommandError.failure(
                "There is no picture without a licence. Folders whose names begin with a point are left out.")
        }
        let named = Set(paths)
        return paths.distinct.map { ($0, true) }
            + found.distinct.filter { !named.contains($0) }.map { ($0, false) }
    }

    /// The statements in the project, also on the page that is named.
    private static func statements(
        _ lock: CreditsLock, _ file: LockFile, _ invocation: Invocation
    ) throws(CommandError) -> ProjectStatements {
        var pages = lock.policy.pages.filter { !$0.hasSuffix(".html") }
        if let named = invocation.arguments.value("credits") {
            guard let kind = LocalPath.kind(named), kind != .folder else {
                throw CommandError.usage("There is no file \(named.printable()).")
            }
            pages.insert(try invocation.projectPath(named, in: file), at: 0)
        }
        return ProjectStatements(
            about: ProjectPictures.paths(in: file.folder, lock.policy), in: file.folder, pages: pages)
    }
}
