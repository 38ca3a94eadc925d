internal import Essentials
internal import Forage
internal import ForageCore

/// When each service was last asked for the check-up, so that it is not asked twice in a day.
struct LiveChecks {
    private let path: String
    private var times: [ProviderID: Date] = [:]

    private static let leastPause: TimeInterval = 24 * 3600

    /// Reads what was noted.
    ///
    /// - Parameter folder: Where it is.
    init(in folder: String) {
        path = folder + "/live-checks"
        guard let file = try? LocalFile(path, upTo: 64 * 1024, pipes: false) else { return }
        for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts.count == 2, let provider = ProviderID(String(parts[0])),
                let time = Date(iso8601: String(parts[1]))
            else { continue }
            times[provider] = time
        }
    }

    /// When it was asked, if that is less than a day ago. What lies in the future is a clock's mistake.
    func recentTime(of provider: ProviderID, at now: Date = Date()) -> Date? {
        times[provider].flatMap { (0..<Self.leastPause).contains(now.timeIntervalSince($0)) ? $0 : nil }
    }

    /// Notes that a service is being asked.
    mutating func note(_ provider: ProviderID, at now: Date = Date()) throws(CannotWriteFile) {
        times[provider] = now
        try write()
    }

    /// Takes the note back: nobody was reached.
    mutating func forget(_ provider: ProviderID) throws(CannotWriteFile) {
        times[provider] = nil
        try write()
    }

    private func write() throws(CannotWriteFile) {
        let lines = times.sorted { $0.key < $1.key }.map { "\($0.key)\t\($0.value.iso8601)\n" }
        try LocalFile.replace(path, with: Array(lines.joined().utf8), permissions: 0o600, isPrecious: false)
    }
}
