package import ForageCore
internal import JSON
package import Platform

/// What is kept, by provider and kind, and how much room it takes.
package struct CacheView: Sendable {
    /// How it can be written.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case table, json
    }

    /// What is kept of one provider and kind.
    package struct Row: Sendable {
        private let provider: ProviderID
        fileprivate let key: String
        private let kind: String
        private let count: Int
        private let byteCount: Int

        /// Answers of a media type; it is empty where the service did not say.
        package init(answersOf provider: ProviderID, mediaType: String, count: Int, byteCount: Int) {
            (self.provider, key, kind) = (provider, "mediaType", mediaType)
            (self.count, self.byteCount) = (count, byteCount)
        }

        /// Items of a kind.
        package init(itemsOf provider: ProviderID, kind: Kind, count: Int, byteCount: Int) {
            (self.provider, key, self.kind) = (provider, "kind", kind.rawValue)
            (self.count, self.byteCount) = (count, byteCount)
        }

        fileprivate var isOfItems: Bool { key == "kind" }

        fileprivate var columns: [String] {
            let name = isOfItems ? "items: \(kind)" : kind.isEmpty ? "answers" : kind
            return [provider.name, name, "\(count)", "\(ByteCount(byteCount))"]
        }

        fileprivate var record: Record {
            Record([
                "provider": .text(provider.name), key: kind.isEmpty ? nil : .text(kind),
                "count": .whole(count), "bytes": .whole(byteCount),
            ])
        }
    }

    private let folder: String
    private let byteCount: Int
    private let limit: Int
    private let oldest: Date?
    private let rows: [Row]

    /// A view on what is kept.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - byteCount: How much room it takes.
    ///   - limit: How much it may take.
    ///   - oldest: When the oldest answer came.
    ///   - rows: What is kept.
    package init(folder: String, byteCount: Int, limit: Int, oldest: Date?, rows: [Row]) {
        self.folder = folder
        self.byteCount = byteCount
        self.limit = limit
        self.oldest = oldest
        self.rows = rows
    }

    /// A line each; columns for a person, tabs for a program.
    package func lines(on terminal: TerminalStyle?) -> [String] {
        guard let terminal else { return rows.map { $0.columns.joined(separator: "\t") } }
        return Columns(rows.map { $0.columns.map { Columns.Cell($0) } }, style: terminal).lines
    }

    /// How much room it takes.
    package var summary: String {
        let age = oldest.map { ", the oldest of \($0.iso8601)" } ?? ""
        return "\(ByteCount(byteCount)) of \(ByteCount(limit)) in \(folder)\(age)"
    }

    /// All of it, as `docs/output.md` describes it.
    package var json: String {
        JSONText.document("cache") { writer in
            writer.record(
                Record([
                    "folder": .text(folder), "bytes": .whole(byteCount), "limit": .whole(limit),
                    "oldest": oldest.map { .text($0.iso8601) },
                    "answers": .list(rows.filter { !$0.isOfItems }.map { .record($0.record) }),
                    "items": .list(rows.filter(\.isOfItems).map { .record($0.record) }),
                ]))
        }
    }
}
