package import ForageCore
internal import JSON
package import Platform

/// A view of the contents of the cache, by provider and kind, and of its size.
package struct CacheView: Sendable {
    /// The formats of the view.
    package enum Form: String, Hashable, Sendable, CaseIterable {
        case table, json
    }

    /// The stored answers or items of one provider and kind.
    package struct Row: Sendable {
        private let provider: ProviderID
        fileprivate let key: String
        private let kind: String
        private let count: Int
        private let byteCount: Int

        /// Creates a row for answers of a media type, which is empty if the service did not state it.
        package init(answersOf provider: ProviderID, mediaType: String, count: Int, byteCount: Int) {
            (self.provider, key, kind) = (provider, "mediaType", mediaType)
            (self.count, self.byteCount) = (count, byteCount)
        }

        /// Creates a row for items of a kind.
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

    /// Creates a view of the cache.
    ///
    /// - Parameters:
    ///   - folder: The folder of the cache.
    ///   - byteCount: The size of the cache in bytes.
    ///   - limit: The greatest allowed size in bytes.
    ///   - oldest: The time of the oldest answer.
    ///   - rows: The rows.
    package init(folder: String, byteCount: Int, limit: Int, oldest: Date?, rows: [Row]) {
        self.folder = folder
        self.byteCount = byteCount
        self.limit = limit
        self.oldest = oldest
        self.rows = rows
    }

    /// Returns a line for each row: in columns for a user, with tabs for a program.
    package func lines(on terminal: TerminalStyle?) -> [String] {
        guard let terminal else { return rows.map { $0.columns.joined(separator: "\t") } }
        return Columns(rows.map { $0.columns.map { Columns.Cell($0) } }, style: terminal).lines
    }

    /// The size of the cache.
    package var summary: String {
        let age = oldest.map { ", the oldest from \($0.iso8601)" } ?? ""
        return "\(ByteCount(byteCount)) of \(ByteCount(limit)) in \(folder)\(age)"
    }

    /// The whole view, in the form of `docs/output.md`.
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
