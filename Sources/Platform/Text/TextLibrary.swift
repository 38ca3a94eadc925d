internal import CUTF8Proc

/// The library beneath, which is loaded when it is needed.
package enum TextLibrary {
    /// What utf8proc says it is.
    ///
    /// - Throws: ``NoTextLibrary`` when it cannot be loaded.
    package static func version() throws(NoTextLibrary) -> String {
        if let words = cutf8proc_load() { throw NoTextLibrary(reason: String(cString: words)) }
        return String(cString: cutf8proc_version())
    }
}

/// Why text is folded and laid out without knowledge of its scripts.
package struct NoTextLibrary: Error, Hashable, Sendable, CustomStringConvertible {
    let reason: String

    package var description: String {
        "utf8proc is needed for text beyond ASCII and cannot be loaded: \(reason)."
    }
}
