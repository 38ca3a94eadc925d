internal import CXML2
package import Platform

/// The library beneath, which is loaded when it is needed.
package enum MarkupLibrary {
    /// What libxml2 says it is, such as `2.9.14`.
    ///
    /// - Throws: ``MissingLibrary`` when it cannot be loaded.
    package static func version() throws(MissingLibrary) -> String {
        if let words = cxml2_load() {
            throw MissingLibrary("libxml2", neededFor: "markup", String(cString: words))
        }
        let number = cxml2_version_number()
        return "\(number / 10_000).\(number / 100 % 100).\(number % 100)"
    }

    /// How every XML document is read: nothing is fetched and nothing is printed.
    static let options = CInt(
        XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_NOCDATA.rawValue)
}
