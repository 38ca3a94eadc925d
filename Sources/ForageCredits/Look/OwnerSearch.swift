internal import ForageCore
internal import ForageDownloads
package import Platform

/// Searches the pictures of several locks for one with the same bytes or the same look.
package struct OwnerSearch: Sendable {
    private let known: [Known]
    private let viewer: PictureViewer
    private let byDigest: [String: Int]

    /// A picture in a lock.
    package struct Known: Hashable, Sendable {
        package let entry: LockEntry
        package let lock: LockFile

        package init(_ entry: LockEntry, in lock: LockFile) {
            self.entry = entry
            self.lock = lock
        }
    }

    /// A picture that may be the same.
    package struct Candidate: Hashable, Sendable {
        package let known: Known
        package let reason: Reason

        /// The confidence from 0 to 1.
        package var confidence: Double {
            switch reason {
            case .sameBytes: 1
            case .originalBytes: 1
            case .samePicture(let likeness): min(0.99, 0.5 + likeness / 2)
            case .oneOfSeveral: 0.5
            case .alike(let distance): max(0, 0.6 - 0.05 * Double(distance))
            }
        }

        /// Indicates whether it is the same picture beyond reasonable doubt.
        package var isCertain: Bool {
            switch reason {
            case .sameBytes, .originalBytes, .samePicture: true
            case .oneOfSeveral, .alike: false
            }
        }
    }

    package enum Reason: Hashable, Sendable {
        case sameBytes
        /// It has the bytes of the original download.
        case originalBytes
        /// The details agree, with this likeness.
        case samePicture(Double)
        /// The details agree with this likeness, but those of a picture with another credit do so nearly as well.
        case oneOfSeveral(Double)
        /// The looks differ in this number of bits, and the file could not be compared.
        case alike(Int)
    }

    /// The number of bits that may differ before details are compared, and if they cannot be.
    private static let greatestDistance = 28
    private static let greatestDistanceAlone = 6
    /// The number of pictures whose details are compared.
    private static let greatestComparisonCount = 24

    package init(_ known: [Known], viewer: PictureViewer) {
        self.known = known
        self.viewer = viewer
        byDigest = Dictionary(known.enumerated().map { ($1.entry.file.sha256, $0) }) { first, _ in first }
    }

    /// The candidates for a file, the most certain first.
    ///
    /// - Throws: ``Platform/FileError`` if it cannot be read.
    package func candidates(for path: String) async throws(FileError) -> [Candidate] {
        let facts = try PictureFacts(ofFile: path)
        if let place = byDigest[facts.sha256] { return [Candidate(known: known[place], reason: .sameBytes)] }
        let originals = known.filter { $0.entry.download?.original?.sha256 == facts.sha256 }
        if let first = originals.first { return [Candidate(known: first, reason: .originalBytes)] }
        return await alike(path)
    }

    /// The candidates for a picture with other bytes than all that are known.
    func alike(_ path: String) async -> [Candidate] {
        guard let sight = await viewer.sight(of: path) else { return [] }
        let near = known.compactMap { known -> (known: Known, distance: Int)? in
            guard let distance = known.entry.file.look?.distance(to: sight.look),
                distance <= Self.greatestDistance
            else { return nil }
            return (known, distance)
        }.sorted { ($0.distance, $0.known.entry.path) < ($1.distance, $1.known.entry.path) }
        var candidates: [Candidate] = []
        for (known, distance) in near.prefix(Self.greatestComparisonCount) {
            if let reason = await reason(sight, known, distance) {
                candidates.append(Candidate(known: known, reason: reason))
            }
        }
        return Self.settled(candidates.sorted { $0.confidence > $1.confidence })
    }

    /// The difference in likeness by which a picture must exceed those with other credits.
    private static let leastLead = 0.05

    /// Candidates in their order, of which none is certain if the best ones have different credits.
    static func settled(_ candidates: [Candidate]) -> [Candidate] {
        guard let best = candidates.first, case .samePicture(let greatest) = best.reason else {
            return candidates
        }
        let near = candidates.filter { candidate in
            guard case .samePicture(let likeness) = candidate.reason else { return false }
            return likeness > greatest - leastLead
        }
        guard near.contains(where: { $0.known.entry.credits != best.known.entry.credits }) else {
            return candidates
        }
        return candidates.map { candidate in
            guard case .samePicture(let likeness) = candidate.reason else { return candidate }
            return Candidate(known: candidate.known, reason: .oneOfSeveral(likeness))
        }
    }

    private func reason(_ sight: PictureSight, _ known: Known, _ distance: Int) async -> Reason? {
        let path = "\(known.lock.folder)/\(known.entry.path)"
        if FileDigest.of(path) == known.entry.file.sha256, let other = await viewer.sight(of: path),
            let likeness = PictureComparison.likeness(sight, other)
        {
            return likeness >= PictureComparison.leastLikeness ? .samePicture(likeness) : nil
        }
        return distance <= Self.greatestDistanceAlone ? .alike(distance) : nil
    }
}
