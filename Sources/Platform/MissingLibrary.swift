/// The reason why a C library that is loaded when it is needed cannot be used.
package struct MissingLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Names a library, what it is needed for, and why it cannot be loaded.
    package init(_ name: String, neededFor use: String, _ reason: String) {
        description = "\(name) is needed for \(use) and cannot be loaded: \(reason)."
    }
}
