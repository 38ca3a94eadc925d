internal import Platform

/// The files and names in one of the download folders.
struct FolderContents {
    /// The complete files, which have a credit.
    private var files: [FileKey: String] = [:]
    /// The names of unfinished downloads, regardless of later conversions.
    private var begun: [FileKey: String] = [:]
    /// The files that were requested in this run.
    private var asked: Set<FileKey> = []
    /// The names that are taken, without extension and in the form in which file systems that ignore case compare them.
    private var taken: Set<String> = []
    /// The last number that was given to files with the same name.
    private var numbers: [String: Int] = [:]

    /// Reserves a place for a file under the first free name.
    mutating func place(
        of key: FileKey, in path: String, wasHad: Bool, naming name: (Int) -> String
    ) -> DownloadFolder.Place {
        guard asked.insert(key).inserted else { return .alreadyRequested }
        if let name = files[key] { return .there("\(path)/\(name)") }
        if wasHad { return .alreadySaved }
        if let name = begun[key.asItComes] { return .free("\(path)/\(name)") }
        return .free("\(path)/\(freeName(name))")
    }

    /// Takes the name with the first free number.
    mutating func freeName(_ name: (Int) -> String) -> String {
        let wanted = name(1).withoutCase
        var number = numbers[wanted, default: 0] + 1
        while !taken.insert(number == 1 ? wanted : name(number).withoutCase).inserted { number += 1 }
        numbers[wanted] = number
        return name(number)
    }
}

// MARK: - Reading a folder

extension FolderContents {
    /// Reads a folder. Another run may be using it: a file that disappears meanwhile belonged to that run, and its name
    /// does not count as taken.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - isTrial: True if nothing in it is changed.
    init(at path: String, isTrial: Bool) {
        let names = LocalFolder.names(in: path)
        let present = Set(names)
        var (lost, unnamed, others): ([LostCredit], [String], [String]) = ([], [], [])
        for name in names {
            if let file = name.dropping(CreditRecord.ending) {
                taken.insert(file.withoutExtension.withoutCase)
                guard let record = CreditRecord(nextToFile: "\(path)/\(file)") else { continue }
                if !present.contains(file) {
                    lost.append(LostCredit(file: file, record: record))
                } else if LocalPath.kind("\(path)/\(file)") == .file(record.byteCount) {
                    for key in record.keys { files[key] = file }
                }
            } else if let part = name.dropping(PartRecord.path(of: "")) {
                let record = PartRecord(at: "\(path)/\(part)")
                guard record != nil || LocalPath.kind("\(path)/\(name)") != nil else { continue }
                let stem = part.dropping(PartFile.ending) ?? part
                if let record { begun[record.key] = stem }
                taken.insert(stem.withoutCase)
            } else if name.hasSuffix(PartFile.ending) {
                unnamed.append(name)
            } else if !FinishedPart.isLeftover(name) {
                taken.insert(name.withoutExtension.withoutCase)
                if !present.contains(name + CreditRecord.ending) { others.append(name) }
            }
        }
        if !isTrial { removeLeftovers(in: path) }
        find(&lost, among: others, in: path, isTrial: isTrial)
        sort(lost, nextTo: unnamed, in: path, whereWere: present)
    }

    /// Finds files that were renamed without their credit, and renames the credit.
    private mutating func find(
        _ lost: inout [LostCredit], among others: [String], in path: String, isTrial: Bool
    ) {
        guard !lost.isEmpty else { return }
        let sizes = Set(lost.map(\.record.byteCount))
        var names: [String: [String]] = [:]
        for name in others {
            guard case .file(let count) = LocalPath.kind("\(path)/\(name)"), sizes.contains(count),
                let digest = FileDigest.of("\(path)/\(name)")
            else { continue }
            names[digest, default: []].append(name)
        }
        lost.removeAll { credit in
            guard let name = names[credit.record.digest]?.popLast() else { return false }
            for key in credit.record.keys { files[key] = name }
            if !isTrial { credit.move(to: name, in: path) }
            return true
        }
    }

    /// Removes the parts of runs that were killed right after the file was named.
    private mutating func removeLeftovers(in path: String) {
        for (key, name) in files where begun[key.asItComes] == name.withoutExtension {
            guard let stem = begun.removeValue(forKey: key.asItComes) else { continue }
            let part = "\(path)/\(stem)\(PartFile.ending)"
            LocalFile.remove(part)
            LocalFile.remove(PartRecord.path(of: part))
        }
    }

    /// Distinguishes Forage's parts without a record from those of other programs, whose names are taken.
    private mutating func sort(
        _ lost: [LostCredit], nextTo parts: [String], in path: String, whereWere present: Set<String>
    ) {
        var foreign: Set<String> = []
        let endings = FileType.endings.map { $0 + CreditRecord.ending }
        for part in parts {
            let stem = part.withoutExtension
            let kind = LocalPath.kind("\(path)/\(part)")
            if kind == nil || kind == .file(0) { continue }
            if case .file(let count) = kind {
                let isOurs = lost.contains { $0.file.withoutExtension == stem && $0.mayBe(ofPartOf: count) }
                let credits = LocalPath.files("\(path)/\(stem)", endings: endings)
                let isOfRunAtWork = credits.contains {
                    !present.contains(String($0.dropFirst(path.count + 1)))
                }
                if isOurs || isOfRunAtWork { continue }
            }
            foreign.insert(stem)
            taken.insert(stem.withoutCase)
        }
        for credit in lost where !foreign.contains(credit.file.withoutExtension) {
            for key in credit.record.keys.map(\.asItComes) {
                begun[key] = begun[key] ?? credit.file.withoutExtension
            }
        }
    }
}

/// A credit without its file: a run was killed at the last moment, or a user removed the file.
private struct LostCredit {
    let file: String
    let record: CreditRecord

    /// Indicates whether a part of this length without a record may be that run's, which received all bytes at once.
    func mayBe(ofPartOf count: Int) -> Bool {
        count <= record.byteCount && count <= PartFile.greatestHeldByteCount
    }

    /// Renames the credit to match its file.
    func move(to name: String, in path: String) {
        try? LocalFile.move(
            "\(path)/\(file)\(CreditRecord.ending)", toFree: "\(path)/\(name)\(CreditRecord.ending)")
    }
}

/// The spellings of the folders in a folder, so that names that differ only in case lead to the same folder, as on file
/// systems that ignore case.
struct FolderSpellings {
    private var spellings: [String: [String]] = [:]

    /// Reads a folder, which may not exist.
    init(in path: String) {
        for entry in LocalFolder.entries(in: path) ?? [] where entry.mayBeFolder { add(entry.name) }
    }

    /// The spelling of the existing folder, or the one that was requested first.
    mutating func spelling(of name: String) -> String {
        let known = spellings[name.withoutCase] ?? []
        if let spelling = known.first(where: { $0 == name }) ?? known.first { return spelling }
        add(name)
        return name
    }

    private mutating func add(_ name: String) { spellings[name.withoutCase, default: []].append(name) }
}

/// The SHA-256 of files on the disk, in hex.
package enum FileDigest {
    /// The digest of a file; nil if it cannot be read to its end. Links are not followed.
    package static func of(_ path: String) -> String? {
        guard let file = try? OpenFile(path, followsLinks: false), var digest = try? RunningDigest() else {
            return nil
        }
        while !Task.isCancelled, let piece = try? file.read(upTo: 128 * 1024) {
            if piece.isEmpty { return digest.finish().hex }
            digest.add(piece)
        }
        return nil
    }
}
