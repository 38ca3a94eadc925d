package import ForageCore
internal import JSON
internal import Platform

/// A picture of a project, as its lock describes it: the file, its credit and the way it came.
package struct LockEntry: Hashable, Sendable {
    /// The path of the file from the folder of the lock.
    package let path: String
    /// The item that the file belongs to; nil for a file from elsewhere.
    package var id: ItemID?
    package var title: String
    /// A description of the picture for people who cannot see it.
    package var alt: String?
    /// The credit of each source; empty if nothing is known.
    package var credits: [LockCredit] = []
    package var file: PictureFacts
    /// The way in which the file came; nil for one that was adopted.
    package var download: Download?
    /// The day on which the file came or was adopted.
    package var date: String
    /// The steps that made the file from the one that came, in order.
    package var steps: [String] = []
    /// The SHA-256 of the credit file next to the picture, in hex; nil if there is none.
    package var sidecar: String?
    /// A remark of the person who keeps the lock.
    package var note: String?
    /// The digest of everything else in the entry, by which an edit is recognised; nil if it is missing.
    package private(set) var seal: String?

    /// The address and the original of a downloaded file.
    package struct Download: Hashable, Sendable {
        package let url: WebURL
        /// The requested size.
        package let size: String
        /// The file as it came; nil if it was not changed since.
        package let original: Original?

        package init(url: WebURL, size: String, original: Original?) {
            self.url = url
            self.size = size
            self.original = original
        }
    }

    /// A file as it came, before it was changed.
    package struct Original: Hashable, Sendable {
        package let mediaType: String
        package let byteCount: Int
        /// The SHA-256, in hex.
        package let sha256: String

        package init(mediaType: String, byteCount: Int, sha256: String) {
            self.mediaType = mediaType
            self.byteCount = byteCount
            self.sha256 = sha256
        }
    }

    package init(path: String, title: String, file: PictureFacts, date: String) {
        self.path = path
        self.title = title
        self.file = file
        self.date = date
    }

    /// The credit of every source as plain text.
    package var creditText: String { credits.map(\.line.text).joined(separator: " ") }

    /// Every licence that a source states, without repetitions.
    package var licences: [Licence] { credits.compactMap(\.line.licence).distinct }
}

/// The credit of a picture by one of its sources.
package struct LockCredit: Hashable, Sendable {
    /// The item at this source.
    package var id: ItemID?
    package var line: CreditLine
    package var evidence: LicenceEvidence?

    package init(id: ItemID? = nil, _ line: CreditLine, evidence: LicenceEvidence? = nil) {
        self.id = id
        self.line = line
        self.evidence = evidence
    }
}

/// The words in which a source stated a licence on some day.
package struct LicenceEvidence: Hashable, Sendable {
    /// The source's own words.
    package let words: String
    /// The address of the answer, or of the page, that has them; nil if they are in the file itself.
    package let url: WebURL?
    package let date: String
    /// The SHA-256 of the answer, in hex; nil if the words are not from an answer.
    package let digest: String?

    package init(words: String, url: WebURL?, date: String, digest: String?) {
        self.words = words
        self.url = url
        self.date = date
        self.digest = digest
    }
}

extension LockEntry {
    /// Indicates whether the entry is as Forage wrote it.
    package var isSealed: Bool { seal == ownSeal }

    /// The entry with the seal of its present contents.
    package var sealed: LockEntry {
        var entry = self
        entry.seal = ownSeal
        return entry
    }

    /// The same entry for a file with another path.
    package func moved(to path: String) -> LockEntry {
        var entry = LockEntry(path: path, title: title, file: file, date: date)
        (entry.id, entry.alt, entry.credits, entry.download) = (id, alt, credits, download)
        (entry.steps, entry.sidecar, entry.note) = (steps, sidecar, note)
        return entry.sealed
    }

    /// The entry of another file with the same picture, which may have other bytes.
    package func copied(to path: String, _ facts: PictureFacts) -> LockEntry {
        var entry = moved(to: path)
        entry.sidecar = nil
        entry.note = nil
        entry.file = facts
        if facts.sha256 == file.sha256 {
            (entry.file.look, entry.file.blurHash) = (file.look, file.blurHash)
        } else {
            // How it was made of the other is unknown.
            entry.steps = steps + ["changed"]
        }
        return entry.sealed
    }

    /// The entry with a seal that was read.
    func with(seal: String?) -> LockEntry {
        var entry = self
        entry.seal = seal
        return entry
    }

    private static let sealLength = 16

    private var ownSeal: String? {
        let bytes = JSONWriter.bytes { writer in writer.object { writeMembers(to: &$0) } }
        return try? String(Digest.sha256.of(bytes).hex.prefix(Self.sealLength))
    }
}
