internal import CZlib

/// The library beneath.
package enum CompressionLibrary {
    /// What zlib says it is.
    package static var version: String { String(cString: zlibVersion()) }
}
