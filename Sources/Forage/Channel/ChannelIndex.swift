package import ForageCore
internal import JSON
internal import Platform

/// The signed list of the definitions in a channel.
package struct ChannelIndex: Hashable, Sendable {
    /// A number that grows with each index.
    package let sequence: Int
    /// The last day on which it is valid.
    package let lastDay: CalendarDay
    package let entries: [Entry]

    /// A definition in a channel.
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let version: Int
        package let title: String
        package let summary: String
        /// The SHA-256 of the file in hexadecimal digits.
        let digest: String
        let byteCount: Int

        /// The name of its file. Each version has its own, so that an older index still finds what it lists.
        var file: String { "\(name)-\(version).json" }
    }

    /// The value of `$schema` in an index.
    static let mark = "urn:forage:channel:1"
    /// The maximum size of an index in bytes.
    static let greatestByteCount = 1 << 20

    /// Reads an index after its signature has been checked.
    ///
    /// - Parameters:
    ///   - bytes: The index.
    ///   - signature: Its signature.
    ///   - key: The key that must have signed it.
    ///   - today: The day on which it must still be valid.
    ///   - known: The number of the latest index that was already seen.
    /// - Throws: ``ChannelError``
    init(
        _ bytes: [UInt8], signature: [UInt8], key: Ed25519Key, today: CalendarDay, after known: Int
    ) throws(ChannelError) {
        let isSigned: Bool
        do throws(MissingLibrary) { isSigned = try key.verifies(signature, of: bytes) } catch {
            throw .file(error.description)
        }
        guard isSigned else { throw .wronglySigned }
        let root: JSONValue
        do throws(JSONError) { root = try JSONDocument(bytes, mode: .strict).root } catch {
            throw .malformed("\(error)")
        }
        guard root["$schema"].string == Self.mark else {
            throw .malformed("it is not of the form \(Self.mark)")
        }
        guard let sequence = root["sequence"].int, sequence >= 0,
            let lastDay = root["expires"].string.flatMap({ CalendarDay($0) })
        else { throw .malformed("it has no number, or no day on which it expires") }
        guard lastDay >= today else { throw .expired(lastDay) }
        guard sequence >= known else { throw .older(sequence, than: known) }
        self.sequence = sequence
        self.lastDay = lastDay
        var entries: [Entry] = []
        for value in root["definitions"].elements {
            guard let entry = Entry(value) else {
                throw .malformed("the definition \(entries.count + 1) is not described as it should be")
            }
            entries.append(entry)
        }
        guard Set(entries.map(\.name)).count == entries.count else {
            throw .malformed("a name occurs twice in it")
        }
        self.entries = entries
    }

    /// The definition with a name; nil if there is none.
    package subscript(name: String) -> Entry? { entries.first { $0.name == name } }
}

extension ChannelIndex.Entry {
    init?(_ value: JSONValue) {
        guard let name = value["name"].string, ProviderID(name)?.name == name,
            let version = value["version"].int, version > 0, let title = value["title"].string,
            let summary = value["summary"].string, let digest = value["sha256"].string,
            let byteCount = value["size"].int, (1...Definitions.greatestByteCount).contains(byteCount)
        else { return nil }
        self.init(
            name: name, version: version, title: title.onOneLine, summary: summary.onOneLine, digest: digest,
            byteCount: byteCount)
    }

    /// Indicates whether its name, title or summary contains all of these words.
    package func matches(_ words: some Collection<String>) -> Bool {
        let text = "\(name) \(title) \(summary)".lowercased()
        return words.allSatisfy { text.contains($0.lowercased()) }
    }
}
