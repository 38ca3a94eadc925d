package import ForageCore
internal import ForageDownloads
package import Platform

/// Searches the pictures of several locks, and those that were met without one, for one with the same bytes or the same
/// look.
package struct OwnerSearch: Sendable {
    private let known: [Known]
    private let viewer: PictureViewer
    private let met: @Sendable (PictureQuery) async -> [Known]
    private let ask: @Sendable (PictureFacts) async -> [Candidate]
    private let byDigest: [String: Int]

    /// A picture in a lock, or one that was met without it.
    package struct Known: Hashable, Sendable {
        package let entry: LockEntry
        /// The lock; nil if there is none.
        package let lock: LockFile?
        private let appearance: MetPicture.Appearance?

        package init(_ entry: LockEntry, in lock: LockFile) {
            self.entry = entry
            self.lock = lock
            appearance = nil
        }

        /// - Parameters:
        ///   - picture: A picture that was met.
        ///   - item: Its item.
        ///   - day: The day on which the item was found.
        package init(_ picture: MetPicture, of item: Item, on day: String) {
            entry = LockEntry(of: item, picture, on: day)
            lock = nil
            appearance = picture.appearance
        }

        /// The appearance of the picture; nil if its file has changed or cannot be decoded.
        func sight(_ viewer: PictureViewer) async -> PictureSight? {
            guard let lock else { return appearance.flatMap { PictureSight($0) } }
            return await viewer.sight(of: "\(lock.folder)/\(entry.path)", withDigest: entry.file.sha256)
        }
    }

    /// A picture that may be the same.
    package struct Candidate: Hashable, Sendable {
        package let known: Known
        package let reason: Reason

        package init(known: Known, reason: Reason) {
            self.known = known
            self.reason = reason
        }

        /// The confidence from 0 to 1.
        package var confidence: Double {
            switch reason {
            case .sameBytes, .originalBytes, .sameBytesAt: 1
            case .samePicture(let likeness): min(0.99, 0.5 + likeness / 2)
            case .oneOfSeveral: 0.5
            case .alike(let distance): max(0, 0.6 - 0.05 * Double(distance))
            }
        }

        /// Indicates whether it is the same picture beyond reasonable doubt.
        package var isCertain: Bool {
            switch reason {
            case .sameBytes, .originalBytes, .sameBytesAt, .samePicture: true
            case .oneOfSeveral, .alike: false
            }
        }
    }

    package enum Reason: Hashable, Sendable {
        case sameBytes
        /// It has the bytes of the original download.
        case originalBytes
        /// The source with this name states that it has the same bytes.
        case sameBytesAt(String)
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
    private static let greatestComparisonCount = PictureQuery.greatestCount

    /// - Parameters:
    ///   - known: The pictures in locks.
    ///   - viewer: Looks at pictures.
    ///   - met: Finds pictures that were met without a lock.
    ///   - ask: Asks sources for a file.
    package init(
        _ known: [Known], viewer: PictureViewer,
        met: @escaping @Sendable (PictureQuery) async -> [Known] = { _ in [] },
        ask: @escaping @Sendable (PictureFacts) async -> [Candidate] = { _ in [] }
    ) {
        self.known = known
        self.viewer = viewer
        self.met = met
        self.ask = ask
        byDigest = Dictionary(known.enumerated().map { ($1.entry.file.sha256, $0) }) { first, _ in first }
    }

    /// The candidates for a file, the most certain first.
    ///
    /// - Throws: ``Platform/FileError`` if it cannot be read.
    package func candidates(for path: String) async throws(FileError) -> [Candidate] {
        let facts = try PictureFacts(ofFile: path)
        if let place = byDigest[facts.sha256] { return [Candidate(known: known[place], reason: .sameBytes)] }
        if let met = await met(.digest(facts.sha256)).first {
            return [Candidate(known: met, reason: .sameBytes)]
        }
        let originals = known.filter { $0.entry.download?.original?.sha256 == facts.sha256 }
        if let first = originals.first { return [Candidate(known: first, reason: .originalBytes)] }
        let elsewhere = await ask(facts)
        return elsewhere.isEmpty ? await alike(path) : elsewhere
    }

    /// The candidates for a picture with other bytes than all that are known.
    func alike(_ path: String) async -> [Candidate] {
        guard let sight = await viewer.sight(of: path) else { return [] }
        let met = await met(.near(sight.look, within: Self.greatestDistance))
        let inLocks = Set(known.compactMap(\.entry.id))
        // The entry of a lock knows more about an item than the store.
        let others = met.distinct(by: \.entry.id).filter { $0.entry.id.map(inLocks.contains) != true }
        let near = (known + others).compactMap { known -> (known: Known, distance: Int)? in
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

    /// The entry whose look in the lock is nearly that of another one, without looking at their files.
    static func nearest(to entry: LockEntry, among entries: [LockEntry]) -> LockEntry? {
        guard let look = entry.file.look else { return nil }
        var nearest: (place: Int, distance: Int)?
        for (place, other) in entries.enumerated() {
            guard let distance = other.file.look?.distance(to: look),
                distance <= (nearest.map { $0.distance - 1 } ?? greatestDistanceAlone)
            else { continue }
            nearest = (place, distance)
        }
        return nearest.map { entries[$0.place] }
    }

    private func reason(_ sight: PictureSight, _ known: Known, _ distance: Int) async -> Reason? {
        if let other = await known.sight(viewer), let likeness = PictureComparison.likeness(sight, other) {
            return likeness >= PictureComparison.leastLikeness ? .samePicture(likeness) : nil
        }
        return distance <= Self.greatestDistanceAlone ? .alike(distance) : nil
    }
}
