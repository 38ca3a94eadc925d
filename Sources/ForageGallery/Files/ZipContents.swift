internal import ForageCore
internal import ForageCredits
internal import ForageDownloads
internal import ForageFormats
internal import JSON
internal import Platform
internal import Synchronization

/// A picked item: its file, or the reason why there is none.
struct ZipPick: Sendable {
    let id: String
    /// The item; nil if it could not be looked up.
    let item: Item?
    let file: CachedFile?
    let reason: String?
}

/// A picked item without a file in the ZIP file.
struct MissingFile: Sendable {
    let id: String
    let title: String?
    let reason: String
}

extension JSONWriter {
    mutating func missing(_ files: [MissingFile]) {
        array { writer in
            for file in files {
                writer.object { writer in
                    writer.member("id", file.id)
                    writer.member("title", file.title)
                    writer.member("reason", file.reason)
                }
            }
        }
    }
}

/// The files of a ZIP file and their credits.
struct ZipContents: Sendable {
    /// The items without a file, with the reasons.
    private(set) var missing: [MissingFile] = []
    private(set) var fileCount = 0
    private var entries: [ZipFile.Entry] = []
    private var byteCount = 0
    private var files: [CreditsView.File] = []
    private var items: [Item] = []
    private var names: [ItemID: String] = [:]
    private var reasons: [ItemID: String] = [:]
    private let embedsCredit: Bool
    private var lock = CreditsLock()

    /// - Parameter embedsCredit: True if the credit is inside the files where possible, and else in files of its own.
    init(embedsCredit: Bool) { self.embedsCredit = embedsCredit }

    /// Adds the file of an item, or the reason why there is none.
    mutating func add(_ pick: ZipPick) async throws {
        if let item = pick.item { items.append(item) }
        guard let item = pick.item, let file = pick.file else {
            return leaveOut(pick, pick.reason ?? "")
        }
        guard byteCount + file.byteCount <= ZipFile.greatestByteCount else {
            return leaveOut(pick, "the ZIP file would be larger than \(ByteCount(ZipFile.greatestByteCount))")
        }
        var name = file.name
        while entries.contains(where: { $0.name == name }) { name = "_" + name }
        entries.append(try await ZipFile.Entry(name) { try file.open() })
        let hasCredit = !embedsCredit || !file.notes.isEmpty
        if let entry = file.lockEntry(of: item, at: name, hasCredit: hasCredit) { lock.put([entry]) }
        if hasCredit {
            entries.append(
                try await ZipFile.Entry(name + CreditRecord.ending) { try file.openCredit() })
        }
        byteCount += file.byteCount
        fileCount += 1
        files.append(CreditsView.File(name, item.sources.map(\.attribution)))
        names[item.id] = name
    }

    private mutating func leaveOut(_ pick: ZipPick, _ reason: String) {
        missing.append(MissingFile(id: pick.id, title: pick.item?.title, reason: reason))
        if let id = pick.item?.id { reasons[id] = reason }
    }

    /// All files, with their credits as a page, as Markdown, as a document that can be opened as a set, and as the lock
    /// of a project.
    var entriesWithCredits: [ZipFile.Entry] {
        let view = CreditsView(files, missing: missing.map { ($0.title ?? $0.id, $0.reason) })
        let unknown = missing.filter { $0.title == nil }.map { "\($0.id): \($0.reason)" }
        let file = ItemAddition("file") { [names, reasons] item in
            Record(["name": Fact(names[item.id]), "missing": Fact(reasons[item.id])])
        }
        let document = JSONReport(adding: file).text(
            of: items, hint: unknown.isEmpty ? nil : unknown.joined(separator: "\n"))
        return entries + [
            ZipFile.Entry("credits.html", Array(view.text(as: .html).utf8)),
            ZipFile.Entry("credits.md", Array(view.text(as: .markdown).utf8)),
            ZipFile.Entry("credits.json", Array(document.utf8)),
            ZipFile.Entry(LockFile.name, lock.bytes),
        ]
    }
}

/// The latest ZIP files, for a limited time. Their files exist as long as they do.
final class ZipCache: Sendable {
    private static let greatestCount = 4
    private static let time: Duration = .seconds(1800)

    private let zips = Mutex<[ZipFile]>([])

    func zip(_ token: String) -> ZipFile? { zips.withLock { $0.first { $0.token == token } } }

    func put(_ zip: ZipFile) {
        zips.withLock { $0 = $0.suffix(Self.greatestCount - 1) + [zip] }
        Task { [weak self, token = zip.token] in
            try? await Task.sleep(for: Self.time)
            self?.zips.withLock { $0.removeAll { $0.token == token } }
        }
    }

    func clear() { zips.withLock { $0 = [] } }
}
