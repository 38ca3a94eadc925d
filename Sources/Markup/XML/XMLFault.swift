/// Why a document's root element cannot be read.
package enum XMLFault: Error, Hashable, Sendable {
    /// It breaks the rules of XML in front of the end of the root's tag.
    case malformed(line: Int, reason: String)
    /// It ends before its root element's tag does.
    case truncated
    /// It asks for more work than is done for a stranger.
    case limitExceeded(XMLLimit)
    /// Its encoding, of this name, is not read.
    case unsupportedEncoding(String)
    /// libxml2 cannot be loaded.
    case noLibrary(String)
}

/// What there may be only so much of before the root's tag ends.
package enum XMLLimit: Hashable, Sendable {
    case bytes, quotes, enumerations, entityDeclarations, entities, entityNesting, parameterEntities
}
