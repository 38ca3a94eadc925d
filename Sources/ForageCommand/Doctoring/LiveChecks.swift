internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

/// When each service was last asked for the check-up and what was found, so that it is not asked twice in a day.
struct LiveChecks {
    private let path: String
    private let now: Date
    private var notes: [ProviderID: Note] = [:]

    private static let leastPause: TimeInterval = 24 * 3600
    private static let greatestByteCount = 1 << 20

    private struct Note {
        let time: Date
        /// Nil where the program ended before there was one.
        let finding: Finding?
    }

    /// Reads what was noted.
    ///
    /// - Parameters:
    ///   - folder: Where it is.
    ///   - now: The time.
    init(in folder: String, at now: Date = Date()) {
        path = folder + "/live-checks"
        self.now = now
        guard let file = try? LocalFile(path, upTo: Self.greatestByteCount, pipes: false) else { return }
        notes = Self.notes(in: file.bytes)
    }

    private static func notes(in bytes: [UInt8]) -> [ProviderID: Note] {
        var notes: [ProviderID: Note] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 3).map(String.init)
            guard parts.count >= 2, let provider = ProviderID(parts[0]), let time = Date(iso8601: parts[1])
            else { continue }
            let verdict = parts.dropFirst(2).first.flatMap(Finding.Verdict.init)
            let finding = verdict.map { Finding(provider.name, $0, parts.count > 3 ? parts[3] : "") }
            notes[provider] = Note(time: time, finding: finding)
        }
        return notes
    }

    /// What was found when it was asked, if that is less than a day ago. What lies in the future is a clock's mistake.
    func earlierFinding(of provider: ProviderID) -> Finding? {
        guard let note = notes[provider],
            (0..<Self.leastPause).contains(now.timeIntervalSince(note.time))
        else { return nil }
        let time = WallClock(now: now).pastWords(for: note.time)
        guard let finding = note.finding else {
            return Finding(
                provider.name, .unknown,
                "It was asked \(time), and what was found is not known; once a day is enough.")
        }
        return Finding(provider.name, finding.verdict, "Asked \(time): \(finding.sentence)")
    }

    /// Notes that a service is being asked, or what was found.
    mutating func note(_ finding: Finding?, of provider: ProviderID) throws {
        try set(Note(time: now, finding: finding), of: provider)
    }

    /// Takes the note back: nobody was reached.
    mutating func forget(_ provider: ProviderID) throws { try set(nil, of: provider) }

    /// Changes one note. Another program may have written others meanwhile; what cannot be read is none.
    private mutating func set(_ note: Note?, of provider: ProviderID) throws {
        do {
            try LocalFile.edit(
                path, upTo: Self.greatestByteCount, permissions: 0o600, isPrecious: false
            ) { bytes in
                notes = Self.notes(in: bytes)
                notes[provider] = note
                return text
            }
        } catch is LocalFileFault {
            notes[provider] = note
            try LocalFile.replace(path, with: text, permissions: 0o600, isPrecious: false)
        }
    }

    private var text: [UInt8] {
        let lines = notes.sorted { $0.key < $1.key }.map { provider, note in
            let finding = note.finding.map { "\t\($0.verdict.rawValue)\t\($0.sentence.onOneLine)" }
            return "\(provider)\t\(note.time.iso8601)\(finding ?? "")\n"
        }
        return Array(lines.joined().utf8)
    }
}
