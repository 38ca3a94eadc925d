/// The reason why a C library that is loaded on first use cannot be used.
package struct MissingLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Creates an error with the name of a library, its purpose, and the reason why it cannot be loaded.
    package init(_ name: String, neededFor use: String, _ reason: String) {
        description = "\(name) is needed for \(use) and cannot be loaded: \(reason)."
    }
}
