package import ForageCore
internal import Platform

/// A step between a file that came whole and its name: it makes another file, which is kept in its place.
///
/// What came stays as it is until everything is made, so a run that is killed here goes on with it.
package protocol FinishingStep: Sendable {
    /// What the sidecar calls it.
    var mark: String { get }

    /// Makes another file of one.
    ///
    /// - Parameters:
    ///   - file: What came, or what the step before made of it.
    ///   - path: Where the other goes; nothing is there.
    /// - Returns: Whether it was made.
    /// - Throws: ``DownloadError`` when the file is not to be kept without it. A part that can be gone on with is.
    func finish(_ file: WholeFile, into path: String) async throws(DownloadError) -> FinishingResult
}

/// A file that came whole and is a picture, before it gets its name.
package struct WholeFile: Sendable {
    /// Where its bytes are. They are only read.
    package let path: String
    package let type: FileType
    /// Whose file it is, with the credit of each source.
    package let item: Item
    /// How it was wanted.
    package let selection: FileSelection
}

/// What became of a step.
package enum FinishingResult: Hashable, Sendable {
    case made
    /// The file is so already, and stays as it is.
    case unneeded
    /// The file stays as it is, and the reason is told beside it.
    case left(because: String)
}

/// What the steps made of a part: the file that gets the name.
struct FinishedPart: Hashable, Sendable {
    /// Nil where the part itself gets it.
    private(set) var path: String?
    private(set) var fingerprint: Fingerprint
    /// What was done, in order.
    private(set) var marks: [String] = []
    /// What was not, and why.
    private(set) var notes: [String] = []

    init(_ fingerprint: Fingerprint) { self.fingerprint = fingerprint }

    /// Lets every step have its turn. What one of them leaves behind when it fails is removed.
    mutating func pass(
        _ steps: [any FinishingStep], _ permit: DownloadPermit, at part: String
    ) async throws(DownloadError) {
        for (place, step) in steps.enumerated() {
            let made = Self.path(of: part, step: place)
            do throws(DownloadError) {
                try await pass(step, permit, at: part, into: made)
            } catch {
                LocalFile.remove(made)
                path.map(LocalFile.remove)
                throw error
            }
        }
    }

    /// Removes what a run left that was killed. It may have had other steps.
    static func removeLeftovers(of steps: [any FinishingStep], at part: String) {
        for place in 0..<max(steps.count, usualStepCount) {
            LocalFile.remove(path(of: part, step: place))
        }
    }

    private mutating func pass(
        _ step: any FinishingStep, _ permit: DownloadPermit, at part: String, into made: String
    ) async throws(DownloadError) {
        let file = WholeFile(
            path: path ?? part, type: fingerprint.type, item: permit.item, selection: permit.selection)
        switch try await step.finish(file, into: made) {
        case .unneeded: break
        case .left(let reason):
            LocalFile.remove(made)
            notes.append(reason)
        case .made:
            fingerprint = try Fingerprint(ofFile: made)
            path.map(LocalFile.remove)
            path = made
            marks.append(step.mark)
        }
    }

    /// Where a step puts what it makes.
    static func path(of part: String, step: Int) -> String { "\(part).\(step + 1)\(temporaryEnding)" }

    private static let temporaryEnding = ".new"
    private static let usualStepCount = 2

    /// Where most runs put what they make.
    static func usualPaths(of part: String) -> [String] {
        (0..<usualStepCount).map { path(of: part, step: $0) }
    }

    /// Goes along with a part that got another name of its own.
    mutating func move(from part: String, to other: String) throws(DownloadError) {
        guard let made = path, made.hasPrefix(part) else { return }
        let name = other + made.dropFirst(part.count)
        do throws(FileError) { try LocalFile.move(made, to: name) } catch {
            throw DownloadError(error)
        }
        path = name
    }

    /// Whether a name is that of something that a step left there when its run was killed.
    static func isLeftover(_ name: String) -> Bool {
        name.dropping(temporaryEnding)?.split(separator: ".").suffix(2).first == "part"
    }
}

/// What a file is, by its own bytes.
struct Fingerprint: Hashable, Sendable {
    let type: FileType
    let byteCount: Int
    /// The SHA-256, in hex.
    let digest: String

    init(type: FileType, byteCount: Int, digest: String) {
        self.type = type
        self.byteCount = byteCount
        self.digest = digest
    }

    /// Reads a file that was made, once it is on the disk.
    init(ofFile path: String) throws(DownloadError) {
        var (start, byteCount): ([UInt8], Int) = ([], 0)
        guard var digest = try? RunningDigest() else { throw .unwritable("its digest cannot be made") }
        do throws(FileError) {
            let file = try OpenFile(path, followsLinks: false)
            try file.settle()
            while !Task.isCancelled {
                let piece = try file.read()
                if piece.isEmpty { break }
                digest.add(piece)
                byteCount += piece.count
                if start.count < FileType.greatestByteCount { start += piece }
            }
        } catch {
            if case .unreadable = error { throw .unfit("\(error)") }
            throw DownloadError(error)
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard case .known(let type) = FileType.find(start, isWhole: true) else {
            throw .unfit("what was made of it is not a picture of a known kind")
        }
        self.init(type: type, byteCount: byteCount, digest: digest.finish().hex)
    }
}
