internal import Files
internal import ForageMeasure
internal import Hashing

/// A folder of files that were got, with the credit of each. Links in it are not followed.
package struct CreditedFolder: Sendable {
    private let root: String
    /// Pictures, with the credit beside each.
    private var files: [File] = []
    /// Credits whose picture is not there under its name.
    private var orphans: [File] = []

    private struct File: Sendable {
        let path: String
        let record: CreditRecord?
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
    }

    /// A finding with the path inside the folder.
    package struct Entry: Hashable, Sendable {
        package let path: String
        package let finding: Finding
    }

    private static let greatestDepth = 32

    /// Looks at what is in a folder; nil where there is none.
    package init?(_ path: String) {
        guard let root = LocalPath.real(path), case .folder = LocalPath.kind(root) else { return nil }
        self.root = root
        look(at: "", depth: 0)
    }

    private mutating func look(at folder: String, depth: Int) {
        let names = LocalFolder.names(in: "\(root)/\(folder)")
        let present = Set(names)
        for name in names where !name.hasPrefix(".") {
            let path = folder + name
            switch LocalPath.kind("\(root)/\(path)") {
            case .folder where depth < Self.greatestDepth: look(at: path + "/", depth: depth + 1)
            case .file: note(path, name, present)
            default: break
            }
        }
    }

    private mutating func note(_ path: String, _ name: String, _ present: Set<String>) {
        if let file = name.dropping(CreditRecord.ending) {
            guard !present.contains(file), let own = path.dropping(CreditRecord.ending) else { return }
            let record = CreditRecord(besideFile: "\(root)/\(own)")
            if record != nil { orphans.append(File(path: own, record: record)) }
        } else if FileType.extensions.contains(name.pathExtension)
            || present.contains(name + CreditRecord.ending)
        {
            files.append(File(path: path, record: CreditRecord(besideFile: "\(root)/\(path)")))
        }
    }
}

extension CreditedFolder {
    /// Every file with its credit, in the order of the paths, whether it is as it was or not, and how many have none. One
    /// that was renamed without its credit is known by its bytes.
    package func credits() async -> (files: [(path: String, record: CreditRecord)], otherCount: Int) {
        var lost = lost
        var found: [String: CreditRecord] = [:]
        let others = lost.isEmpty ? [] : files.filter { $0.record == nil }.map(\.path)
        for (path, digest) in zip(others, await digests(of: others)) {
            found[path] = digest.flatMap { lost.removeValue(forKey: $0) }?.record
        }
        let credited = files.compactMap { file in
            (file.record ?? found[file.path]).map { (path: file.path, record: $0) }
        }
        return (credited, files.count - credited.count)
    }

    /// Holds every file against its credit, byte for byte.
    package func entries() async -> [Entry] {
        var lost = lost
        var entries = zip(files, await digests(of: files.map(\.path))).map { file, digest in
            Entry(path: file.path, finding: Self.finding(file, digest, &lost))
        }
        for case (let path, let record?) in lost.values.map({ ($0.path, $0.record) }) {
            entries.append(Entry(path: path, finding: .missing(record)))
        }
        return entries.sorted { $0.path < $1.path }
    }

    /// Credits without their picture, by what its bytes were.
    private var lost: [String: File] {
        Dictionary(orphans.compactMap { file in file.record.map { ($0.digest, file) } }) { one, _ in one }
    }

    private func digests(of paths: [String]) async -> [String?] {
        var digests: [String?] = []
        let root = root
        await SideBySide.map(paths, { Self.digest(of: "\(root)/\($0)") }) { digests += $0 }
        return digests
    }

    private static func finding(_ file: File, _ digest: String?, _ lost: inout [String: File]) -> Finding {
        if let record = file.record {
            if digest == record.digest { return .sound(record) }
            return digest != nil && digest == record.origin?.digest ? .asItCame(record) : .changed(record)
        }
        guard let former = digest.flatMap({ lost.removeValue(forKey: $0) }), let record = former.record else {
            return .withoutCredit
        }
        return .renamed(record, from: former.path)
    }

    private static func digest(of path: String) -> String? {
        guard let file = try? OpenFile(path, followsLinks: false), var digest = try? RunningDigest() else {
            return nil
        }
        while let piece = try? file.read(upTo: 128 * 1024) {
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
