internal import ForageCore
internal import ForageDownloads
package import Platform

/// Makes the entries of files that came otherwise than by a download into the project.
package struct Adoption: Sendable {
    private let file: LockFile
    private let lock: CreditsLock
    /// What a person states; it counts more than what files state.
    private let given: StatedCredit
    private let statements: ProjectStatements
    private let date: String
    /// The files without an entry's file, by their digests.
    private let missing: [String: LockEntry]

    /// The mark of a file that was changed by an unknown program since its download.
    static let changed = "changed"

    package init(
        _ lock: CreditsLock, in file: LockFile, given: StatedCredit, statements: ProjectStatements,
        date: String
    ) {
        self.lock = lock
        self.file = file
        self.given = given
        self.statements = statements
        self.date = date
        let lost = lock.entries.filter { LocalPath.kind("\(file.folder)/\($0.path)") == nil }
        missing = Dictionary(lost.map { ($0.file.sha256, $0) }) { first, _ in first }
    }

    /// The entry of a file.
    package struct Adopted: Hashable, Sendable {
        package let entry: LockEntry
        /// The path of the entry that it replaces, if that is another one.
        package let former: String?
    }

    /// Makes the entry of a file, with everything that is known about it.
    ///
    /// - Parameters:
    ///   - path: The path of the file in the project.
    ///   - isNamed: False if the file was found in a folder; what a person states then only fills what is unknown.
    /// - Returns: The entry, and which one it replaces.
    /// - Throws: ``Platform/FileError`` if the file cannot be read.
    package func adopted(_ path: String, isNamed: Bool = true) throws(FileError) -> Adopted {
        let given = isNamed ? self.given : StatedCredit()
        let place = "\(file.folder)/\(path)"
        let facts = try PictureFacts(ofFile: place)
        let sidecar = FileDigest.of(place + CreditRecord.ending)
        if let own = lock[path: path] {
            let entry = updated(own, facts, sidecar, given)
            let isKnown = entry.id != nil || !entry.licences.isEmpty
            return Adopted(entry: isKnown ? entry : completed(entry, at: place), former: nil)
        }
        if let lost = missing[facts.sha256] {
            return Adopted(entry: updated(lost.moved(to: path), facts, sidecar, given), former: lost.path)
        }
        if let record = CreditRecord(nextToFile: place) {
            var entry = LockEntry(path: path, facts, record, sidecar: sidecar)
            if record.digest != facts.sha256 { entry.steps.append(Self.changed) }
            return Adopted(entry: apply(given, to: entry).sealed, former: nil)
        }
        return Adopted(entry: stated(path, place, facts, given), former: nil)
    }

    /// Gives entries without a credit that of an entry for the same bytes.
    package func sharingCredits(_ all: [Adopted]) -> [Adopted] {
        let credited = (lock.entries + all.map(\.entry)).filter { !$0.credits.isEmpty }
        let known = Dictionary(credited.map { ($0.file.sha256, $0) }) { first, _ in first }
        return all.map { adopted in
            guard adopted.entry.credits.isEmpty, let same = known[adopted.entry.file.sha256] else {
                return adopted
            }
            let entry = same.copied(to: adopted.entry.path, adopted.entry.file)
            return Adopted(entry: entry, former: adopted.former)
        }
    }

    private func updated(
        _ old: LockEntry, _ facts: PictureFacts, _ sidecar: String?, _ given: StatedCredit
    ) -> LockEntry {
        var entry = old
        if facts.sha256 != old.file.sha256 { entry.steps.append(Self.changed) }
        var facts = facts
        if facts.sha256 == old.file.sha256 {
            facts.look = facts.look ?? old.file.look
            facts.blurHash = facts.blurHash ?? old.file.blurHash
        }
        entry.file = facts
        entry.sidecar = sidecar
        return apply(given, to: entry).sealed
    }

    private func stated(
        _ path: String, _ place: String, _ facts: PictureFacts, _ given: StatedCredit
    ) -> LockEntry {
        var credit = given
        credit.add(statements(about: path, at: place))
        credit.add(self.given)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
        var entry = LockEntry(path: path, title: credit.title ?? stem, file: facts, date: date)
        entry.alt = credit.alt
        entry.credits = credit.credits(title: entry.title, on: date)
        return entry.sealed
    }

    /// Everything that is stated about a file in the project and in the file itself.
    private func statements(about path: String, at place: String) -> StatedCredit {
        if let override = statements.override(of: path) { return override }
        var credit = StatedCredit(licenceFileNextTo: place) ?? StatedCredit()
        if let stated = statements[path] { credit.add(stated) }
        credit.add(StatedCredit(EmbeddedRights(ofFile: place)))
        return credit
    }

    /// Fills what is unknown in an entry from statements that may be newer.
    private func completed(_ old: LockEntry, at place: String) -> LockEntry {
        var (entry, credit) = (old, StatedCredit())
        if let own = old.credits.first { credit = StatedCredit(own) }
        credit.add(statements(about: old.path, at: place))
        credit.add(given)
        entry.alt = entry.alt ?? credit.alt
        entry.credits = credit.credits(title: entry.title, on: date)
        return entry.sealed
    }

    /// Adds what a person states to an entry.
    private func apply(_ given: StatedCredit, to entry: LockEntry) -> LockEntry {
        var entry = entry
        if let title = given.title { entry.title = title }
        if let alt = given.alt { entry.alt = alt }
        guard !given.isEmpty || given.title != nil else { return entry }
        if entry.credits.isEmpty {
            entry.credits = given.credits(title: entry.title, on: date)
            return entry
        }
        for place in entry.credits.indices {
            if let title = given.title { entry.credits[place].line.title = title }
            if let creator = given.creator { entry.credits[place].line.creator = creator }
            if let licence = given.licence {
                entry.credits[place].line.licence = licence
                entry.credits[place].evidence = nil
            }
            if let page = given.page { entry.credits[place].line.page = page }
            if let source = given.source { entry.credits[place].line.source = source }
        }
        return entry
    }
}
