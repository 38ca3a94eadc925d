internal import ForageCore
internal import JSON
internal import Platform

/// A bundle as a file: its mark, a digest, and behind them what the digest is of.
package enum BundleFile {
    /// What every bundle's mark begins with; the version follows.
    private static let family = "urn:forage:bundle:"
    private static let version = "1"

    /// The most bytes a file of one may have.
    package static let greatestByteCount = 96 << 20

    /// The bytes of a file.
    ///
    /// - Throws: Why no digest can be made of it.
    package static func bytes(of bundle: ReplayBundle) throws -> [UInt8] {
        let content = JSONWriter.bytes(.pretty) { $0.bundle(bundle) }
        let head = """
            {
            "$schema": "\(family)\(version)",
            "digest": "\(try digest(of: content))",
            "content":\u{20}
            """
        return Array(head.utf8) + content + Array("\n}\n".utf8)
    }

    /// Whether a file begins as one of any version does, so that another may take its place.
    package static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(bytes.prefix(200)), as: UTF8.self).contains("\"$schema\": \"\(family)")
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: What is in it.
    ///   - path: What it is called.
    /// - Returns: What was recorded.
    /// - Throws: ``ReplayError``, which says what is wrong and where.
    package static func bundle(_ bytes: [UInt8], at path: String) throws(ReplayError) -> ReplayBundle {
        let document = try document(bytes, at: path)
        let root = document.root
        try check(root["$schema"], in: document, at: path)
        let content = root["content"]
        let isIntact =
            (try? digest(of: Array(document.bytes[content.byteRange]))) == root["digest"].string
        guard content.exists, isIntact else {
            let position = document.position(of: root["digest"].byteRange.lowerBound)
            throw .unusable(
                path: path, at: position,
                "the digest here is not that of the content: the file was edited or damaged")
        }
        do throws(DocumentError) {
            return try ReplayBundle(content, in: document)
        } catch {
            throw .unusable(path: path, at: document.position(of: error.offset), error.reason)
        }
    }

    private static func document(_ bytes: [UInt8], at path: String) throws(ReplayError) -> JSONDocument {
        do throws(JSONError) {
            return try JSONDocument(
                bytes, mode: .strict, limits: JSONLimits(maximumByteCount: greatestByteCount))
        } catch {
            throw .unusable(path: path, at: error.position, "\(error.reason)")
        }
    }

    private static func check(
        _ mark: JSONValue, in document: JSONDocument, at path: String
    ) throws(ReplayError) {
        guard let text = mark.string, text.hasPrefix(family) else {
            throw .notABundle(path: path)
        }
        guard text == family + version else {
            throw .unusable(
                path: path, at: document.position(of: mark.byteRange.lowerBound),
                "it is of version \(String(text.dropFirst(family.count)).onOneLine), and this Forage reads version \(version)"
            )
        }
    }

    private static func digest(of content: [UInt8]) throws(MissingLibrary) -> String {
        try "sha256:" + Digest.sha256.of(content).hex
    }
}
