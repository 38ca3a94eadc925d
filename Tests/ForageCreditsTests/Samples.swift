import ForageCore
import Platform
import TestPlaces

@testable import ForageCredits

extension LockEntry {
    /// An entry with everything that a download knows.
    static func sample(
        _ path: String = "pictures/owl.jpg", digest: String = String(repeating: "ab", count: 32),
        licence: Licence = .creativeCommons("by", "4.0"), byteCount: Int = 5
    ) -> LockEntry {
        var facts = PictureFacts(sha256: digest, byteCount: byteCount)
        facts.sha1 = String(repeating: "cd", count: 20)
        facts.mediaType = "image/jpeg"
        facts.size = PixelSize(width: 800, height: 600)
        facts.look = PictureLook(bits: 0xF0F0)
        var entry = LockEntry(path: path, title: "Barn owl & “mouse”", file: facts, date: "2026-05-31")
        entry.id = ItemID(provider: "flickr", local: "531")
        entry.alt = "An owl in flight"
        entry.credits = [
            LockCredit(
                id: entry.id,
                CreditLine(
                    title: "Barn owl", page: "https://pictures.example/owl",
                    source: NamedLink("Pictures", "https://pictures.example/"),
                    creator: Creator(name: "Ada Ashdown", url: "https://pictures.example/@ada"),
                    licence: licence),
                evidence: LicenceEvidence(
                    words: "license: 4", url: "https://api.example/photo?id=531", date: "2026-05-31",
                    digest: String(repeating: "ef", count: 32)))
        ]
        entry.download = Download(
            url: "https://files.example/owl.jpg", size: "full",
            original: Original(
                mediaType: "image/png", byteCount: 9, sha256: String(repeating: "01", count: 32)))
        entry.steps = ["converted", "credited"]
        entry.note = "On the front page"
        return entry.sealed
    }
}

/// A project in a folder of its own.
struct SampleProject {
    let place: TemporaryFolder
    let file: LockFile
    var folder: String { file.folder }

    init() throws {
        place = try TemporaryFolder()
        file = LockFile(in: try LocalPath.real(place.path).orThrow())
    }

    /// Writes a file that counts as a picture, and returns its entry.
    @discardableResult
    func add(_ path: String, _ text: String, licence: Licence = .creativeCommons("by", "4.0")) throws
        -> LockEntry
    {
        try place.write(text, to: path)
        let facts = try PictureFacts(ofFile: "\(folder)/\(path)")
        return LockEntry.sample(path, digest: facts.sha256, licence: licence, byteCount: facts.byteCount)
    }

    func write(_ entries: [LockEntry], _ change: (inout LockPolicy) -> Void = { _ in }) throws {
        try file.edit { lock in
            lock.put(entries)
            change(&lock.policy)
        }
    }
}

struct Missing: Error {}

extension Optional {
    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}
