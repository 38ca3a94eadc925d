package import Platform

/// The checkout from which the tests were built.
package enum ThisCheckout {
    /// Its folder.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
