/// A JSON document, read once into a compact tape; its values are views on it.
///
/// ```swift
/// let document = try JSONDocument(body)
/// for photo in document.root["results"].elements where photo.isComplete {
///     print(photo["urls"]["small"].string ?? "none")
/// }
/// ```
///
/// No text is decoded until it is asked for. Where an object repeats a key, look-up gives the first:
/// so the answer is the same when the document is cut off behind it. ``JSONValue/duplicateKeys`` tells.
package struct JSONDocument: Sendable {
    /// The first fault met in tolerant mode, or nil if the document is whole.
    package let fault: JSONError?

    private let tape: JSONTape

    /// Reads a document.
    ///
    /// - Throws: The first fault in strict mode; in tolerant mode only a limit that was passed.
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

    /// The outermost value; missing if nothing could be read.
    package var root: JSONValue {
        tape.nodes.isEmpty ? JSONValue(nothingOn: tape) : JSONValue(0, on: tape)
    }

    package var bytes: [UInt8] { tape.bytes }

    /// The line and column of a byte, found by counting from the start.
    package func position(of offset: Int) -> JSONPosition {
        JSONPosition(of: offset, in: tape.bytes)
    }
}

/// How large a document may be before it is refused, in either mode.
///
/// A value takes 16 bytes of memory beside the document's own bytes, a member 32. That is about as
/// much as the document for ordinary bodies and at worst eight times as much (`[1,1,1,…`), which
/// `maximumValueCount` bounds.
package struct JSONLimits: Sendable, Equatable {
    package static let `default` = JSONLimits()

    /// The most bytes a document may have.
    package var maximumByteCount: Int
    /// The most arrays and objects that may be open at once.
    package var maximumDepth: Int
    /// The most values a document may hold, keys counted as values.
    package var maximumValueCount: Int

    package init(
        maximumByteCount: Int = 16 << 20, maximumDepth: Int = 512, maximumValueCount: Int = 4_000_000
    ) {
        self.maximumByteCount = maximumByteCount
        self.maximumDepth = maximumDepth
        self.maximumValueCount = maximumValueCount
    }
}

/// How much a reader forgives.
package enum JSONMode: Sendable {
    /// RFC 8259 and nothing else: the first fault ends the reading.
    ///
    /// A byte order mark and an escaped lone surrogate are refused, as the RFC allows.
    case strict

    /// Reads what can be read and notes the first fault.
    case tolerant
}
