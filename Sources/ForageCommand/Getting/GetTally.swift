internal import ForageCore
internal import ForageDownloads
internal import JSON

/// How many of those that were to be got ended how.
struct GetTally: Sendable {
    private(set) var saved = 0
    private(set) var resumed = 0
    private(set) var there = 0
    /// Of those that were asked for before.
    private(set) var repeated = 0
    /// Of those that are not there.
    private(set) var archived = 0
    private(set) var planned = 0
    private(set) var failed = 0
    /// How much came, also of what is not whole.
    var byteCount = 0
    /// How many of those that were asked for have not ended.
    var unfinished = 0
    private(set) var isInterrupted = false
    /// Why nothing more can be got.
    private(set) var obstacle: Obstacle?

    enum Obstacle: Hashable, Sendable {
        case noRoom(String)
        case archive(FileArchiveTrouble)
    }

    var count: Int { saved + there + repeated + archived + planned + failed }

    mutating func add(_ ending: FileGetter.Ending) {
        switch ending {
        case .saved(let file):
            saved += 1
            if file.resumedAt > 0 { resumed += 1 }
        case .there: there += 1
        case .askedBefore: repeated += 1
        case .hadBefore: archived += 1
        case .planned: planned += 1
        case .failed(.cancelled): isInterrupted = true
        case .failed(let failure):
            failed += 1
            if case .noRoom(let reason) = failure { obstacle = obstacle ?? .noRoom(reason) }
        }
    }

    /// Without the archive that was asked for nothing more is got.
    mutating func add(_ trouble: FileArchiveTrouble) {
        if case .noRoom = obstacle { return }
        obstacle = .archive(trouble)
    }

    /// Nothing to get is a failure, because something was asked for.
    var code: ExitCode {
        switch obstacle {
        case .noRoom: return .failure
        case .archive: return count > failed ? .partial : .failure
        case nil: break
        }
        if isInterrupted { return .interrupted }
        if failed == 0 { return count > 0 ? .success : .failure }
        return failed < count ? .partial : .failure
    }

    /// One sentence for people.
    func summary(after time: Duration) -> String {
        var parts: [String] = []
        if planned > 0 { parts.append("\(planned) would be got") }
        if saved > 0 || parts.isEmpty {
            parts.append(
                "\(saved) saved" + (resumed > 0 ? " (\(resumed) resumed)" : "") + ", \(ByteCount(byteCount))")
        }
        if there > 0 { parts.append("\(there) there already") }
        if repeated > 0 { parts.append("\(repeated) asked for twice") }
        if archived > 0 { parts.append("\(archived) had before") }
        if failed > 0 { parts.append("\(failed) failed") }
        if unfinished > 0 { parts.append("\(unfinished) not got") }
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        return parts.joined(separator: ", ") + ", in \((seconds * 10).rounded() / 10) s."
    }

    var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                writer.member("version", 1)
                for (name, number) in [
                    ("saved", saved), ("resumed", resumed), ("there", there), ("repeated", repeated),
                    ("archived", archived), ("planned", planned), ("failed", failed),
                    ("unfinished", unfinished), ("bytes", byteCount),
                ] { writer.member(name, number) }
            }
        }
    }
}
