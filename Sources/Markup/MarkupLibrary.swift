internal import CXML2

/// The library beneath.
package enum MarkupLibrary {
    /// What libxml2 was built as, such as `2.9.14`.
    package static var version: String { LIBXML_DOTTED_VERSION }

    /// Set up before the first document, once.
    static let isReady: Void = xmlInitParser()

    /// How every XML document is read: nothing is fetched and nothing is printed.
    static let options = CInt(
        XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue | XML_PARSE_NOWARNING.rawValue
            | XML_PARSE_NOCDATA.rawValue)
}
