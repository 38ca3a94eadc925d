internal import Forage
internal import ForageCore
internal import ForageCredits
internal import ForageFormats
internal import JSON
internal import Platform

extension Command {
    static let whose = Command(
        "whose", "Find out which known picture a file is",
        operands: "FILE…", takes: .file,
        options: [
            Output.formatOption(GetArguments.Format.self),
            Option(
                "fix",
                help: "Enter each certain file into credits.lock, with that credit"),
            Option("ask", help: "Also ask Wikimedia Commons whether it has a file with the same SHA-1"),
            Invocation.lockOption, SearchArguments.timeoutOption,
        ],
        discussion: """
            Compares files with the pictures in every credits.lock that was used on this machine, and with
            those that Forage downloaded or showed and whose results are still in the cache: first by
            their bytes, then by their look, which finds pictures that were scaled, compressed, cropped by up
            to a tenth, or made grey. Prints the file, the confidence in percent, the item, and the reason.
            Nothing is sent anywhere without --ask. The exit code is 0 if every file was found with
            certainty, 3 if only some were, and 1 if none was.
            """,
        examples: [
            "forage whose banner.jpg", "forage whose --fix site/*.webp", "forage whose --ask banner.jpg",
        ]
    ) { invocation in
        let words = invocation.arguments.words
        guard !words.isEmpty else { throw CommandError.usage("Name files: forage whose FILE….") }
        let format = try invocation.arguments.choice("format", as: GetArguments.Format.self) ?? .table
        let isFixing = invocation.arguments.has("fix")
        let own: LockFile? = isFixing ? try invocation.lockFile(orNew: true) : try? invocation.lockFile()
        if let own, own.exists { _ = try own.read() }
        let viewer = PictureViewer(try? invocation.imagePool())
        let timeout = try invocation.arguments.duration("timeout")
        let asking = invocation.arguments.has("ask") ? Asking(invocation, timeout) : nil
        let configuration = try invocation.configuration(measuring: false)
        return try await invocation.withForage(configuration) { forage in
            let search = OwnerSearch(
                knownPictures(own, invocation), viewer: viewer,
                met: { query in
                    await forage.pictures(query).map { picture, item, time in
                        OwnerSearch.Known(picture, of: item, on: "\(CalendarDay(containing: time))")
                    }
                }, ask: { await asking?.candidates(for: $0, forage) ?? [] })
            var (entries, foundCount): ([LockEntry], Int) = ([], 0)
            for word in words {
                let candidates: [OwnerSearch.Candidate]
                do throws(FileError) {
                    candidates = try await invocation.interruption.cancelling { () throws(FileError) in
                        try await search.candidates(for: word)
                    }
                } catch {
                    invocation.pipes.say("forage: \(error)")
                    continue
                }
                if let code = invocation.interruption.code { return code }
                write(candidates, word, format, invocation)
                guard let best = candidates.first, best.isCertain else { continue }
                foundCount += 1
                if isFixing, let own { entries.append(try entry(of: word, best, own, invocation)) }
            }
            if let own, !entries.isEmpty {
                let seen = await viewer.addingLooks(to: entries, in: own)
                try own.edit { $0.put(seen) }
                invocation.noteLock(own)
                invocation.pipes.say("\(seen.count.of("entry", "entries")) written.")
            }
            return foundCount == words.count ? .success : foundCount > 0 ? .partial : .failure
        }
    }

    /// Asks the sources that can find files.
    private struct Asking: Sendable {
        private let invocation: Invocation
        private let timeout: Duration?

        init(_ invocation: Invocation, _ timeout: Duration?) {
            self.invocation = invocation
            self.timeout = timeout
        }

        func candidates(for facts: PictureFacts, _ forage: Forage) async -> [OwnerSearch.Candidate] {
            guard let sha1 = facts.sha1 else { return [] }
            let today = "\(CalendarDay(containing: Date()))"
            var found: [(known: OwnerSearch.Known, source: String)] = []
            for answer in await forage.items(withSHA1: sha1, within: timeout) {
                if !answer.outcome.isAnswer { Command.murmur(answer.outcome, invocation) }
                for item in answer.items {
                    var picture = MetPicture(of: item.id)
                    picture.digest = facts.sha256
                    let known = OwnerSearch.Known(picture, of: item, on: today)
                    found.append((known, item.attribution.source.name))
                }
            }
            return found.map { known, source in
                OwnerSearch.Candidate(
                    known: known, reason: found.count == 1 ? .sameBytesAt(source) : .oneOfSeveral(1))
            }
        }
    }

    private static func knownPictures(_ own: LockFile?, _ invocation: Invocation) -> [OwnerSearch.Known] {
        let met = invocation.stateFolder.map { LocksMet(in: $0).files } ?? []
        return ([own].compactMap(\.self) + met).distinct.flatMap { file in
            guard let lock = try? file.read() else { return [OwnerSearch.Known]() }
            return lock.entries.filter { !$0.credits.isEmpty }.map { OwnerSearch.Known($0, in: file) }
        }
    }

    private static func entry(
        of word: String, _ best: OwnerSearch.Candidate, _ own: LockFile, _ invocation: Invocation
    ) throws -> LockEntry {
        let path = try invocation.projectPath(word, in: own)
        let facts = try PictureFacts(ofFile: word)
        return best.known.entry.copied(to: path, facts)
    }

    private static func write(
        _ candidates: [OwnerSearch.Candidate], _ word: String, _ format: GetArguments.Format,
        _ invocation: Invocation
    ) {
        for candidate in candidates {
            let entry = candidate.known.entry
            let percentage = Int((candidate.confidence * 100).rounded(.down))
            let name = entry.id?.description ?? entry.path
            if format == .jsonl {
                invocation.pipes.write(
                    line: JSONWriter.objectText { writer in
                        writer.member("file", word)
                        writer.member("confidence", percentage)
                        writer.member("certain", candidate.isCertain)
                        writer.member("id", entry.id?.description)
                        writer.member("path", candidate.known.lock.map { _ in entry.path })
                        writer.member("lock", candidate.known.lock?.path)
                        writer.member("reason", candidate.reason.words)
                        writer.member("credit", entry.creditText)
                    })
            } else {
                let columns = [
                    word.printable(), "\(percentage) %", name.printable(), candidate.reason.words,
                    entry.creditText.printable(upTo: 1_000),
                ]
                invocation.pipes.write(line: columns.joined(separator: "\t"))
            }
        }
        if candidates.isEmpty, format == .table {
            invocation.pipes.write(
                line: "\(word.printable())\t0 %\tunknown\tno known picture has its bytes or its look")
        }
    }
}

extension OwnerSearch.Reason {
    fileprivate var words: String {
        switch self {
        case .sameBytes: "the same bytes"
        case .originalBytes: "the bytes of the original"
        case .sameBytesAt(let source): "\(source.printable(upTo: 100)) has a file with the same bytes"
        case .samePicture: "the same picture with other bytes"
        case .oneOfSeveral: "several known pictures look like this one"
        case .alike(let distance): "\(distance) of 64 bits of the look differ; its file could not be compared"
        }
    }
}
