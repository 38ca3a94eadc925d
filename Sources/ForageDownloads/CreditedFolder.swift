internal import ForageCore
internal import ForageSearch
internal import Platform

/// A folder of downloaded files with their credits. Links in it are not followed.
package struct CreditedFolder: Sendable {
    private let root: String
    /// Pictures, with their credits.
    private var files: [File] = []
    /// Credits without a picture of their name.
    private var orphans: [Orphan] = []
    /// Pictures whose credit cannot be read, with the reason.
    private var sealed: [Closed] = []
    /// Folders, lost credits and other names that cannot be read.
    private var closed: [Closed] = []

    private struct File: Sendable {
        let path: String
        let record: CreditRecord?
    }

    private struct Orphan: Sendable {
        let path: String
        let record: CreditRecord
    }

    /// A path inside the folder that cannot be read.
    package struct Closed: Hashable, Sendable {
        package let path: String
        /// The reason, in a clause; nil if the system denied access.
        package let reason: String?

        init(_ path: String, because reason: String? = nil) {
            self.path = path
            self.reason = reason
        }
    }

    /// The state of a file since its download.
    package enum Finding: Hashable, Sendable {
        case intact(CreditRecord)
        /// Its name differs from that of its credit, and its bytes are unchanged.
        case renamed(CreditRecord, from: String)
        /// It has its original bytes, without the credit that was embedded in it.
        case stripped(CreditRecord)
        /// Its bytes have changed.
        case changed(CreditRecord)
        /// Its bytes have changed, and the embedded credit is missing.
        case changedAndStripped(CreditRecord)
        case withoutCredit
        /// Its credit exists, but the file does not.
        case missing(CreditRecord)
        /// The file, its credit, a folder or a lost credit cannot be read; with the reason, if more is known.
        case unreadable(CreditRecord?, because: String? = nil)
    }

    /// A finding with the path inside the folder.
    package struct Entry: Hashable, Sendable {
        package let path: String
        package let finding: Finding
    }

    /// Reads the contents of a folder; nil if there is none.
    package init?(_ path: String) {
        guard let root = LocalPath.real(path), case .folder = LocalPath.kind(root) else { return nil }
        self.root = root
        var folders = [""]
        while let folder = folders.popLast() { look(at: folder, &folders) }
    }

    private mutating func look(at folder: String, _ folders: inout [String]) {
        guard let entries = LocalFolder.entries(in: "\(root)/\(folder)") else {
            if !isGone(folder) { closed.append(Closed(folder.isEmpty ? "." : folder)) }
            return
        }
        let present = Set(entries.map(\.name))
        for entry in entries where !entry.name.hasPrefix(".") {
            let path = folder + entry.name
            switch LocalPath.kind("\(root)/\(path)") {
            case .folder: folders.append(path + "/")
            case .file: note(path, entry.name, present)
            case .other: break
            case nil: if entry.mayBeOfUse, !entry.isText || !isGone(path) { closed.append(Closed(path)) }
            }
        }
    }

    private mutating func note(_ path: String, _ name: String, _ present: Set<String>) {
        if let file = name.dropping(CreditRecord.ending) {
            guard !present.contains(file), let own = path.dropping(CreditRecord.ending) else { return }
            switch credit(nextToFile: own) {
            case .none: break
            case .unreadable(let reason): closed.append(Closed(path, because: reason))
            case .record(let record): orphans.append(Orphan(path: own, record: record))
            }
        } else if present.contains(name + CreditRecord.ending) {
            switch credit(nextToFile: path) {
            case .none: files.append(File(path: path, record: nil))
            case .unreadable(let reason): sealed.append(Closed(path, because: reason))
            case .record(let record): files.append(File(path: path, record: record))
            }
        } else if FileType.customaryExtensions.contains(name.pathExtension) {
            files.append(File(path: path, record: nil))
        }
    }

    private enum Credit {
        case none
        case unreadable(String)
        case record(CreditRecord)
    }

    private func credit(nextToFile path: String) -> Credit {
        do throws(DownloadError) {
            guard let record = try CreditRecord(readNextToFile: "\(root)/\(path)"), !record.credits.isEmpty
            else { return .none }
            return .record(record)
        } catch {
            return .unreadable(error.description)
        }
    }

    private func isGone(_ path: String) -> Bool { LocalPath.isGone("\(root)/\(path)") }
}

extension CreditedFolder {
    /// The credits in a folder.
    package struct Credits: Sendable {
        /// Every file with its credit, in the order of the paths, whether its bytes have changed or not.
        package let files: [(path: String, record: CreditRecord)]
        /// The number of pictures without a credit.
        package let otherCount: Int
        /// The paths that cannot be read.
        package let closed: [Closed]
    }

    /// Returns the credit of every file. A file that was renamed without its credit is recognized by its bytes.
    package func credits() async -> Credits {
        var lost = LostCredits(orphans)
        var found: [String: CreditRecord] = [:]
        let others = files.filter { $0.record == nil }.map(\.path)
        var unread: [String] = []
        if orphans.isEmpty {
            unread = others.filter { !LocalPath.isReadable("\(root)/\($0)") }
        } else {
            for (path, digest) in zip(others, await digests(of: others)) {
                if digest == nil { unread.append(path) }
                found[path] = lost.take(digest)?.record
            }
        }
        let credited = files.compactMap { file in
            (file.record ?? found[file.path]).map { (path: file.path, record: $0) }
        }
        let closed =
            closed + sealed.map { Closed($0.path + CreditRecord.ending, because: $0.reason) }
            + unread.filter { !isGone($0) }.map { Closed($0) }
        return Credits(
            files: credited.sorted { $0.path < $1.path },
            otherCount: files.count - credited.count - unread.count,
            closed: closed.sorted { $0.path < $1.path })
    }

    /// Compares every file with its credit, byte for byte.
    package func entries() async -> [Entry] {
        var lost = LostCredits(orphans)
        var entries = zip(files, await digests(of: files.map(\.path))).compactMap { file, digest in
            finding(file, digest, &lost).map { Entry(path: file.path, finding: $0) }
        }
        entries += lost.rest.map { Entry(path: $0.path, finding: .missing($0.record)) }
        entries += closed.map { Entry(path: $0.path, finding: .unreadable(nil, because: $0.reason)) }
        entries += sealed.map {
            Entry(path: $0.path, finding: .unreadable(nil, because: $0.reason.map { "its credit: \($0)" }))
        }
        return entries.sorted { $0.path < $1.path }
    }

    /// Credits without their picture, by the digest of its bytes. Several may have the same digest.
    private struct LostCredits {
        private var orphans: [String: [Orphan]]

        init(_ orphans: [Orphan]) { self.orphans = Dictionary(grouping: orphans, by: \.record.digest) }

        var rest: [Orphan] { orphans.values.flatMap(\.self) }

        mutating func take(_ digest: String?) -> Orphan? { digest.flatMap { orphans[$0]?.popLast() } }
    }

    private func digests(of paths: [String]) async -> [String?] {
        var digests: [String?] = []
        let root = root
        await Parallel.map(paths, { FileDigest.of("\(root)/\($0)") }) { digests += $0 }
        return digests
    }

    /// The finding on a file; nil for a picture without a credit that has disappeared meanwhile.
    private func finding(_ file: File, _ digest: String?, _ lost: inout LostCredits) -> Finding? {
        guard let digest else {
            return isGone(file.path) ? file.record.map(Finding.missing) : .unreadable(file.record)
        }
        if let record = file.record {
            if digest == record.digest { return .intact(record) }
            if digest == record.origin?.digest { return .stripped(record) }
            return hasLostCredit(file.path, record) ? .changedAndStripped(record) : .changed(record)
        }
        guard let former = lost.take(digest) else { return .withoutCredit }
        return .renamed(former.record, from: former.path)
    }
}

extension CreditedFolder {
    private func hasLostCredit(_ path: String, _ record: CreditRecord) -> Bool {
        guard record.origin?.steps.contains(FinishingMark.credited) == true,
            let page = record.credits.first?.page,
            let picture = try? PictureFile("\(root)/\(path)")
        else { return false }
        return !picture.names(page)
    }
}

extension LocalFolder.Entry {
    /// Indicates whether it may contain pictures, or has the name of a picture or a credit.
    fileprivate var mayBeOfUse: Bool {
        mayBeFolder || name.hasSuffix(CreditRecord.ending)
            || FileType.customaryExtensions.contains(name.pathExtension)
    }

    /// Indicates whether the name is valid text, so that the file can be found by it.
    fileprivate var isText: Bool { !name.unicodeScalars.contains("\u{FFFD}") }
}
