internal import Files
internal import ForageMeasure
internal import Hashing

/// A folder of files that were got, with the credit of each. Links in it are not followed.
package struct CreditedFolder: Sendable {
    private let root: String
    /// Pictures, with the credit beside each.
    private var files: [File] = []
    /// Credits whose picture is not there under its name.
    private var orphans: [Orphan] = []
    /// Folders, and credits of pictures, that nobody can look into; a picture is not counted among them.
    private var closed: [String] = []

    private struct File: Sendable {
        let path: String
        let record: CreditRecord?
    }

    private struct Orphan: Sendable {
        let path: String
        let record: CreditRecord
    }

    /// What became of a file since it was got.
    package enum Finding: Hashable, Sendable {
        case sound(CreditRecord)
        /// It bears another name than its credit, and is the same.
        case renamed(CreditRecord, from: String)
        /// It is as it came, without what was made of it: a credit that was put into it is gone.
        case asItCame(CreditRecord)
        /// It is not what was got.
        case changed(CreditRecord)
        case withoutCredit
        /// Its credit is there, and it is not.
        case missing(CreditRecord)
        /// It, or the folder or the credit that it is, cannot be read.
        case unreadable(CreditRecord?)
    }

    /// A finding with the path inside the folder.
    package struct Entry: Hashable, Sendable {
        package let path: String
        package let finding: Finding
    }

    /// Looks at what is in a folder; nil where there is none.
    package init?(_ path: String) {
        guard let root = LocalPath.real(path), case .folder = LocalPath.kind(root) else { return nil }
        self.root = root
        var folders = [""]
        while let folder = folders.popLast() { look(at: folder, &folders) }
    }

    private mutating func look(at folder: String, _ folders: inout [String]) {
        guard let names = LocalFolder.readableNames(in: "\(root)/\(folder)") else {
            closed.append(folder.isEmpty ? "." : folder)
            return
        }
        let present = Set(names)
        for name in names where !name.hasPrefix(".") {
            let path = folder + name
            switch LocalPath.kind("\(root)/\(path)") {
            case .folder: folders.append(path + "/")
            case .file: note(path, name, present)
            case .other: break
            // Also a name that is no text.
            case nil: closed.append(path)
            }
        }
    }

    private mutating func note(_ path: String, _ name: String, _ present: Set<String>) {
        if let file = name.dropping(CreditRecord.ending) {
            guard !present.contains(file), let own = path.dropping(CreditRecord.ending) else { return }
            if let record = record(besideFile: own) { orphans.append(Orphan(path: own, record: record)) }
        } else if present.contains(name + CreditRecord.ending) {
            files.append(File(path: path, record: record(besideFile: path)))
        } else if FileType.customaryExtensions.contains(name.pathExtension) {
            files.append(File(path: path, record: nil))
        }
    }

    private mutating func record(besideFile path: String) -> CreditRecord? {
        let record = CreditRecord(besideFile: "\(root)/\(path)")
        let own = path + CreditRecord.ending
        if record == nil, !LocalPath.isReadable("\(root)/\(own)") { closed.append(own) }
        return record
    }
}

extension CreditedFolder {
    /// The credits of a folder.
    package struct Credits: Sendable {
        /// Every file with its credit, in the order of the paths, whether it is as it was or not.
        package let files: [(path: String, record: CreditRecord)]
        /// How many pictures have none.
        package let otherCount: Int
        /// What cannot be read.
        package let closed: [String]
    }

    /// The credit of every file. One that was renamed without its credit is known by its bytes.
    package func credits() async -> Credits {
        var lost = LostCredits(orphans)
        var found: [String: CreditRecord] = [:]
        let others = orphans.isEmpty ? [] : files.filter { $0.record == nil }.map(\.path)
        for (path, digest) in zip(others, await digests(of: others)) {
            found[path] = lost.take(digest)?.record
        }
        let credited = files.compactMap { file in
            (file.record ?? found[file.path]).map { (path: file.path, record: $0) }
        }
        return Credits(
            files: credited.sorted { $0.path < $1.path }, otherCount: files.count - credited.count,
            closed: closed.sorted())
    }

    /// Holds every file against its credit, byte for byte.
    package func entries() async -> [Entry] {
        var lost = LostCredits(orphans)
        var entries = zip(files, await digests(of: files.map(\.path))).map { file, digest in
            Entry(path: file.path, finding: Self.finding(file, digest, &lost))
        }
        entries += lost.rest.map { Entry(path: $0.path, finding: .missing($0.record)) }
        entries += closed.map { Entry(path: $0, finding: .unreadable(nil)) }
        return entries.sorted { $0.path < $1.path }
    }

    /// Credits without their picture, by what its bytes were. Several may be of the same bytes.
    private struct LostCredits {
        private var orphans: [String: [Orphan]]

        init(_ orphans: [Orphan]) { self.orphans = Dictionary(grouping: orphans, by: \.record.digest) }

        var rest: [Orphan] { orphans.values.flatMap(\.self) }

        mutating func take(_ digest: String?) -> Orphan? { digest.flatMap { orphans[$0]?.popLast() } }
    }

    private func digests(of paths: [String]) async -> [String?] {
        var digests: [String?] = []
        let root = root
        await SideBySide.map(paths, { Self.digest(of: "\(root)/\($0)") }) { digests += $0 }
        return digests
    }

    private static func finding(_ file: File, _ digest: String?, _ lost: inout LostCredits) -> Finding {
        guard let digest else { return .unreadable(file.record) }
        if let record = file.record {
            if digest == record.digest { return .sound(record) }
            return digest == record.origin?.digest ? .asItCame(record) : .changed(record)
        }
        guard let former = lost.take(digest) else { return .withoutCredit }
        return .renamed(former.record, from: former.path)
    }

    /// Nil where it cannot be read to its end.
    private static func digest(of path: String) -> String? {
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

extension String {
    fileprivate var pathExtension: String {
        lastIndex(of: ".").map { String(self[index(after: $0)...]).lowercased() } ?? ""
    }
}
