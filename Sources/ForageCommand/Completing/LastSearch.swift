internal import Forage
internal import ForageCore
internal import Platform

/// The results of the last search, stored so that a shell can complete their IDs.
struct LastSearch {
    private let path: String

    /// Locates the file; nil if the person has no home folder.
    init?(_ environment: [String: String]) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        path = folder + "/last-search"
    }

    /// Stores the results for this person only. A search without results does not replace earlier ones, and a failure
    /// to store them is ignored.
    func keep(_ items: [Item]) {
        guard !items.isEmpty else { return }
        let lines = items.prefix(500).map { "\($0.id)\t\($0.title.printable(upTo: 60))\n" }
        let bytes = Array(lines.joined().utf8)
        // The same results may be stored already, and reading is cheaper than writing.
        if let file = try? LocalFile(path, upTo: bytes.count, pipes: false), file.isWhole, file.bytes == bytes
        {
            return
        }
        try? LocalFile.replace(path, with: bytes, permissions: 0o600, isPrecious: false)
    }

    /// The IDs and titles.
    var results: [Candidates.Candidate] {
        guard let file = try? LocalFile(path, upTo: 1024 * 1024, pipes: false) else { return [] }
        return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            guard let id = parts.first.flatMap({ ItemID($0) }) else { return nil }
            return .init(word: id.description, description: parts.count > 1 ? parts[1] : "")
        }
    }
}
