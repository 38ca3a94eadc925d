internal import CXML2
package import Platform

/// The C library for HTML and XML, which is loaded on first use.
package enum MarkupLibrary {
    /// Returns the version that libxml2 reports, such as `2.9.14`.
    ///
    /// - Throws: ``MissingLibrary`` if the library cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = cxml2_load() {
            throw MissingLibrary("libxml2", neededFor: "markup", String(cString: words))
        }
        let number = cxml2_version_number()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// The options for all XML documents: network access and output are disabled.
    static let options = CInt(
        XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_NOCDATA.rawValue)
}
