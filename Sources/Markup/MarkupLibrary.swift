internal import CXML2

/// The library beneath, which is loaded when it is needed.
package enum MarkupLibrary {
    /// What libxml2 says it is, such as `2.9.14`.
    ///
    /// - Throws: ``NoMarkupLibrary`` when it cannot be loaded.
    package static func version() throws(NoMarkupLibrary) -> String {
        if let words = cxml2_load() { throw NoMarkupLibrary(reason: String(cString: words)) }
        let number = cxml2_version_number()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// How every XML document is read: nothing is fetched and nothing is printed.
    static let options = CInt(
        XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_NOCDATA.rawValue)
}

/// Why no markup can be parsed.
package struct NoMarkupLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    let reason: String

    package var description: String { "libxml2 is needed for markup and cannot be loaded: \(reason)." }
}
