internal import CUTF8Proc

/// The library beneath.
package enum TextLibrary {
    /// What utf8proc says it is.
    package static var version: String { String(cString: utf8proc_version()) }
}
