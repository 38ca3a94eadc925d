import ForageCore
import ForageStorage
import Platform
import Synchronization
import TestPlaces

/// A folder for a store, and the store's warnings.
final class StorePlace: Sendable {
    private let place: TemporaryFolder
    var root: String { place.path }
    var folder: String { root + "/cache/forage" }
    private let warnings = Mutex<[StoreTrouble]>([])

    init() throws { place = try TemporaryFolder() }

    var database: String { folder + "/responses.sqlite" }

    var troubles: [StoreTrouble] { warnings.withLock { $0 } }

    func store(
        limit: Int = 64 << 20, pause: Duration = .seconds(60),
        now: @escaping @Sendable () -> Date = { Date() },
        expiry: @escaping @Sendable (StoredResponse) -> Date? = { _ in nil }
    ) -> DiskStore {
        DiskStore(folder: folder, limit: limit, pause: pause, now: now, expiry: expiry) { trouble in
            self.warnings.withLock { $0.append(trouble) }
        }
    }

    /// The size of the folder on disk.
    func diskByteCount() -> Int {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.reduce(0) { sum, name in
            let facts = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            let byteCount = facts?[.size] as? Int ?? 0
            return sum + (byteCount + 4095) / 4096 * 4096
        }
    }

    /// The files of large bodies.
    func objects() -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder + "/objects")) ?? []
        return names.filter { $0.utf8.count > 3 }.map { "\(folder)/objects/\($0)" }
    }

    func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

    /// Overwrites part of a file, as a failing disk would.
    func overwrite(_ path: String, at place: Int, with bytes: [UInt8]) throws {
        var all = try self.bytes(of: path)
        all.replaceSubrange(place..<min(place + bytes.count, all.count), with: bytes)
        try Data(all).write(to: URL(filePath: path))
    }
}

extension StoredResponse {
    /// A response that arrived a moment ago.
    static func sample(
        _ name: String = "owl", variant: [VariantField] = [], provider: ProviderID = "owls",
        headers: Headers = ["Content-Type": "image/png"], received: Double = 0, part: Part = .whole,
        byteCount: Int
    ) -> StoredResponse {
        StoredResponse(
            key: CacheKey(stored: "https://owls.example/\(name)"), variant: variant, provider: provider,
            status: 200, headers: headers, requested: Date(timeIntervalSince1970: 1_700_000_000 + received),
            received: Date(timeIntervalSince1970: 1_700_000_000.25 + received), part: part,
            byteCount: byteCount)
    }
}

/// Bytes that are derived from a number, different for different numbers.
func bytes(_ count: Int, seed: Int = 1) -> [UInt8] {
    var state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return UInt8(truncatingIfNeeded: state >> 24)
    }
}
