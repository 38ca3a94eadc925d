internal import ForageDownloads
package import Platform

/// The digests of files that were read before. A file whose size, times and number are the same is not read again.
package struct DigestCache: Sendable {
    private let path: String?
    private var known: [String: Known] = [:]
    private var isChanged = false

    private struct Known: Sendable {
        let stamp: FileStamp
        let digest: String
    }

    private static let greatestByteCount = 256 << 20
    /// The age at which the times of a file are trusted: a file that changes twice within the precision of its disk's
    /// clock has the same times.
    private static let leastAge = 2_000_000_000
    private static let header = "digests 1"

    /// A cache that knows nothing and stores nothing.
    package init() { path = nil }

    /// Reads the digests of a project. A file that is missing or damaged contains none.
    ///
    /// - Parameters:
    ///   - folder: The folder of all projects' digests.
    ///   - project: The folder of the project.
    package init(in folder: String, of project: String) {
        let name = (try? Digest.sha256.of(Array(project.utf8)).hex.prefix(32)) ?? "0"
        let path = "\(folder)/digests/\(name)"
        self.path = path
        guard let file = try? LocalFile(path, upTo: Self.greatestByteCount, pipes: false), file.isWhole
        else { return }
        var lines = file.bytes.split(separator: 10)[...]
        guard let first = lines.popFirst(), first.elementsEqual(Self.header.utf8) else { return }
        known.reserveCapacity(lines.count)
        for line in lines { read(line) }
    }

    private mutating func read(_ line: ArraySlice<UInt8>) {
        let fields = line.split(separator: 32, maxSplits: 5, omittingEmptySubsequences: false)
        guard fields.count == 6, fields[0].count == 64, fields[0].allSatisfy(\.isHexDigit) else { return }
        let numbers = fields[1..<5].compactMap(\.number)
        guard numbers.count == 4, let path = String(validating: fields[5], as: UTF8.self) else { return }
        let stamp = FileStamp(
            kind: .file, byteCount: numbers[0], modified: numbers[1], changed: numbers[2],
            number: UInt64(bitPattern: Int64(numbers[3])))
        known[path] = Known(stamp: stamp, digest: String(decoding: fields[0], as: UTF8.self))
    }

    /// Reads the files with other properties than before.
    ///
    /// - Parameters:
    ///   - files: The files, by their paths.
    ///   - root: The folder of the paths.
    ///   - progress: Called with the number of files that were read, and of all that must be read.
    /// - Returns: The digests of the files that can be read, by their paths.
    package mutating func digests(
        of files: [String: FileStamp], in root: String, progress: (Int, Int) -> Void = { _, _ in }
    ) async -> [String: String] {
        var digests: [String: String] = [:]
        digests.reserveCapacity(files.count)
        var unread: [String] = []
        for (path, stamp) in files {
            if let known = known[path], known.stamp == stamp {
                digests[path] = known.digest
            } else {
                unread.append(path)
            }
        }
        unread.sort()
        var read: [String?] = []
        await Parallel.map(unread, { FileDigest.of("\(root)/\($0)") }) {
            read += $0
            progress(read.count, unread.count)
        }
        let now = Int(Date().timeIntervalSince1970 * 1e9)
        for (path, digest) in zip(unread, read) {
            guard let digest, let stamp = files[path] else { continue }
            digests[path] = digest
            // A file that changed while it was read must be read again.
            guard now - max(stamp.changed, stamp.modified) > Self.leastAge,
                FileStamp("\(root)/\(path)") == stamp
            else { continue }
            known[path] = Known(stamp: stamp, digest: digest)
            isChanged = true
        }
        return digests
    }

    /// Stores the digests of those files that still exist. If that fails, the files are read again next time.
    package func store(_ paths: Set<String>) {
        guard isChanged, let path else { return }
        let lines = known.filter { paths.contains($0.key) }.sorted { $0.key < $1.key }.map { path, known in
            let stamp = known.stamp
            let number = Int64(bitPattern: stamp.number)
            return "\(known.digest) \(stamp.byteCount) \(stamp.modified) \(stamp.changed) \(number) \(path)\n"
        }
        try? LocalFile.replace(
            path, with: Array((Self.header + "\n" + lines.joined()).utf8), permissions: 0o600,
            isPrecious: false)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var number: Int? {
        let isNegative = first == UInt8(ascii: "-")
        let digits = isNegative ? dropFirst() : self
        guard !digits.isEmpty, digits.count <= 19 else { return nil }
        var number = 0
        for byte in digits {
            guard byte >= 48, byte <= 57 else { return nil }
            number = number &* 10 &+ Int(byte - 48)
        }
        return isNegative ? -number : number
    }
}
