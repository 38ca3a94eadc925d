internal import Forage
internal import ForageCore
internal import ForageCredits
internal import Platform

/// The web archive of an audit: the answers of the services, the lock with its evidence, and the results.
struct AuditArchive: Sendable {
    let recorder: Recorder
    private let path: String
    private let lock: [UInt8]

    init(_ path: String, of file: LockFile, recording recorder: Recorder) throws {
        self.path = path
        self.recorder = recorder
        lock = try LocalFile(file.path, upTo: CreditsLock.greatestByteCount, pipes: false).bytes
    }

    func write(_ results: [(entry: LockEntry, json: String)], _ invocation: Invocation) throws {
        let now = Date()
        var archive = WARCFile(by: "forage/\(Version.current)", at: now)
        archive.add(file: lock, named: LockFile.name, type: "application/json", at: now)
        for exchange in recorder.exchanges {
            guard case .answer(let response, let origin) = exchange.ending,
                let url = exchange.endpoint.openAddress ?? response.url
            else { continue }
            archive.add(response, from: url, at: recorder.date(of: exchange) - origin.seconds)
        }
        for (entry, json) in results {
            let page = entry.credits.lazy.compactMap(\.line.page).first ?? entry.download?.url
            archive.add(statement: json, about: page?.text ?? "urn:forage:\(LockFile.name)", at: now)
        }
        try LocalFile.replace(path, with: archive.bytes, permissions: 0o644)
        if !recorder.isComplete {
            invocation.pipes.say(
                "forage: \(path.onOneLine) lacks some answers, because there are too many; audit fewer files at once."
            )
        }
    }
}

extension Outcome.Origin {
    /// The age of the answer.
    fileprivate var seconds: TimeInterval {
        switch self {
        case .network, .file: 0
        case .cached(let age), .stale(let age, _): age / .seconds(1)
        }
    }
}
