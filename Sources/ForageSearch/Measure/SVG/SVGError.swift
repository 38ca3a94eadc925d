internal import Markup
internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A reason why an SVG cannot be measured.
public enum SVGError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file has another format.
    case notSVG(String)
    /// The XML is malformed before the end of the root's tag.
    case malformed(line: Int, reason: String)
    /// The file ends before its root element's tag does; more bytes may help.
    case truncated
    /// The file exceeds a limit for untrusted input.
    case limitExceeded(Limit)
    /// The encoding of this name is not supported.
    case unsupportedEncoding(String)
    /// The file is compressed and cannot be decompressed.
    case compression(String)
    /// The library libxml2 cannot be loaded, so nothing is known of the file.
    case noLibrary(String)
    /// The system cannot open or read the file or folder; the value is its error number.
    case system(CInt)

    /// A limit on the content before the end of the root's tag.
    public enum Limit: Hashable, Sendable {
        case bytes, quotes, enumerations, entityDeclarations, entities, entityNesting, parameterEntities
    }

    /// The error as text.
    public var description: String {
        switch self {
        case .notSVG(let what): "it is not an SVG: \(what)"
        case .malformed(let line, let reason): "it is not well-formed (line \(line)): \(reason)"
        case .truncated: "it ends inside the tag of its root element"
        case .limitExceeded(let limit):
            "it exceeds a limit before its root element's tag ends: \(limit.description)"
        case .unsupportedEncoding(let name): "its encoding is not supported: \(name)"
        case .compression(let reason): "it cannot be decompressed: \(reason)"
        case .noLibrary(let reason): "libxml2 is needed to read it and cannot be loaded: \(reason)"
        case .system(let code): "it cannot be read: \(String(cString: strerror(code)).lowercased())"
        }
    }

    init(_ fault: XMLError) {
        switch fault {
        case .malformed(let line, let reason): self = .malformed(line: line, reason: reason)
        case .truncated: self = .truncated
        case .limitExceeded(let limit): self = .limitExceeded(Limit(limit))
        case .unsupportedEncoding(let name): self = .unsupportedEncoding(name)
        case .noLibrary(let reason): self = .noLibrary(reason)
        }
    }

    /// Returns an error that names the actual format, if the first bytes reveal it.
    func naming(_ bytes: RawSpan) -> SVGError {
        let start = bytes.extracting(first: Self.namingByteCount).withUnsafeBytes { Array($0) }
        if let raster = RasterHeader(start) { return .notSVG("it is a \(raster.format.rawValue) picture") }
        return Packing(start).map { .compression($0.reason) } ?? self
    }

    /// The number of first bytes that are needed for that.
    static let namingByteCount = 16

    init(_ fault: GzipError) { self = .compression(fault.reason) }
}

extension SVGError.Limit {
    init(_ limit: XMLLimit) {
        switch limit {
        case .bytes: self = .bytes
        case .quotes: self = .quotes
        case .enumerations: self = .enumerations
        case .entityDeclarations: self = .entityDeclarations
        case .entities: self = .entities
        case .entityNesting: self = .entityNesting
        case .parameterEntities: self = .parameterEntities
        }
    }

    fileprivate var description: String {
        switch self {
        case .bytes: "too many bytes"
        case .quotes: "more than 16,000 quotation marks"
        case .enumerations: "lists with more than 2,000 values, or with fewer but long ones"
        case .entityDeclarations: "more than 10,000 declared entities"
        case .entities: "entities used more than 10,000 times, or for more than a mebibyte"
        case .entityNesting: "entities that refer to other entities too deeply or too often"
        case .parameterEntities:
            "parameter entities used more than 1,000 times, or for more than a mebibyte"
        }
    }
}
