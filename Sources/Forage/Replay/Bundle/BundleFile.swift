internal import ForageCore
internal import JSON
internal import Platform

/// The file format of a bundle: a format mark, a digest, and the content that the digest covers.
package enum BundleFile {
    /// The beginning of every bundle's format mark; the version follows.
    private static let family = "urn:forage:bundle:"
    private static let version = "1"

    /// The maximum size of a bundle file in bytes.
    package static let greatestByteCount = 96 << 20

    /// Returns the content of a bundle file.
    ///
    /// - Throws: An error if the digest cannot be computed.
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

    /// Indicates whether a file begins like a bundle of any version, so that a new bundle may replace it.
    package static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool {
        String(decoding: Array(bytes.prefix(200)), as: UTF8.self).contains("\"$schema\": \"\(family)")
    }

    /// Reads a bundle file.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - path: The path of the file, for error messages.
    /// - Returns: The bundle.
    /// - Throws: ``ReplayError`` with the problem and its position.
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
                "the digest does not match the content: the file was edited or damaged")
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
                "it has version \(String(text.dropFirst(family.count)).onOneLine), but this version of Forage reads only version \(version)"
            )
        }
    }

    private static func digest(of content: [UInt8]) throws(MissingLibrary) -> String {
        try "sha256:" + Digest.sha256.of(content).hex
    }
}
