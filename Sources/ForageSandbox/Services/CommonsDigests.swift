internal import HTTPServer
internal import Platform
internal import Synchronization

/// The SHA-1 of each original file that was served: to compute those of all would take minutes, and a client that asks
/// for one has received the file.
final class CommonsDigests: Sendable {
    private let names = Mutex<[String: Set<String>]>([:])

    /// Indicates whether a text is a SHA-1 in hex.
    static func isDigest(_ text: String) -> Bool { text.utf8.count == 40 && text.allSatisfy(\.isHexDigit) }

    func note(_ body: HTTPServerResponse.Body, of name: String) {
        guard case .bytes(let bytes) = body, let digest = try? Digest.sha1.of(bytes) else { return }
        names.withLock { _ = $0[digest.hex, default: []].insert(name) }
    }

    func names(of digest: String) -> [String] { names.withLock { $0[digest.lowercased()] ?? [] }.sorted() }
}
