internal import CZlib

/// The library beneath, which is loaded when it is needed.
package enum CompressionLibrary {
    /// What zlib says it is.
    ///
    /// - Throws: ``InflationFault`` when it cannot be loaded.
    package static func version() throws(InflationFault) -> String {
        if let fault { throw fault }
        return String(cString: czlib_version())
    }

    /// Why nothing can be unpacked; nil when zlib is ready.
    static var fault: InflationFault? {
        czlib_load().map { InflationFault(reason: "zlib cannot be loaded: \(String(cString: $0))") }
    }
}
