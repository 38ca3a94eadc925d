/// A JSON document, which is parsed once into a compact tape. Its values are views of the tape.
///
/// ```swift
/// let document = try JSONDocument(body)
/// for photo in document.root["results"].elements where photo.isComplete {
///     print(photo["urls"]["small"].string ?? "none")
/// }
/// ```
///
/// Texts are decoded only on access. If an object repeats a key, look-up returns the first value, so that the result is
/// the same if the document is cut off later. See ``JSONValue/duplicateKeys``.
package struct JSONDocument: Sendable {
    /// The first fault that was found in tolerant mode, or nil if the document is valid.
    package let fault: JSONError?

    private let tape: JSONTape

    /// Parses a document.
    ///
    /// - Throws: The first fault in strict mode; in tolerant mode only an exceeded limit.
    package init(
        _ bytes: [UInt8], mode: JSONMode = .tolerant, limits: JSONLimits = .default
    ) throws(JSONError) {
        var reader = JSONReader(mode: mode, limits: limits)
        do throws(JSONReader.Finding) {
            try reader.readDocument(bytes.span)
        } catch {
            throw JSONError(error, in: bytes)
        }
        fault = reader.fault.map { JSONError($0, in: bytes) }
        tape = JSONTape(bytes: bytes, nodes: reader.nodes)
    }

    /// The root value; missing if nothing could be parsed.
    package var root: JSONValue {
        tape.nodes.isEmpty ? JSONValue(nothingOn: tape) : JSONValue(0, on: tape)
    }

    package var bytes: [UInt8] { tape.bytes }

    /// Returns the line and column of a byte, which are counted from the start.
    package func position(of offset: Int) -> JSONPosition {
        JSONPosition(of: offset, in: tape.bytes)
    }
}

/// The limits above which a document is refused in either mode.
///
/// In addition to the bytes of the document, a value takes 16 bytes of memory and a member 32. This is about the size
/// of an ordinary document and at most eight times its size (`[1,1,1,…`), which `maximumValueCount` limits.
package struct JSONLimits: Sendable, Equatable {
    package static let `default` = JSONLimits()

    /// The maximum size of a document in bytes.
    package var maximumByteCount: Int
    /// The maximum depth of nested arrays and objects.
    package var maximumDepth: Int
    /// The maximum number of values; keys count as values.
    package var maximumValueCount: Int

    package init(
        maximumByteCount: Int = 16 << 20, maximumDepth: Int = 512, maximumValueCount: Int = 4_000_000
    ) {
        self.maximumByteCount = maximumByteCount
        self.maximumDepth = maximumDepth
        self.maximumValueCount = maximumValueCount
    }
}

/// The tolerance of the parser for invalid documents.
package enum JSONMode: Sendable {
    /// Only valid JSON (RFC 8259). Parsing ends at the first fault.
    ///
    /// A byte order mark and an escaped lone surrogate are faults, as the RFC permits.
    case strict

    /// As much as can be parsed. The first fault is recorded.
    case tolerant
}
