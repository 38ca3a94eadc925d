internal import CXML2

/// The library beneath.
package enum MarkupLibrary {
    /// What libxml2 was built as, such as `2.9.14`.
    package static var version: String { LIBXML_DOTTED_VERSION }
}
