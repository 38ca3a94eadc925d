package import Platform

/// The checkout that the tests were built in.
package enum ThisCheckout {
    /// Its folder.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
}
