internal import Database
package import ForageCore
internal import ForageNetwork
internal import Markup
internal import Platform

extension Finding {
    /// The libraries that Forage stands on, each used once.
    package static func libraries() -> [Finding] {
        [
            library("libcurl") { try NetworkLibrary.version() },
            library("libxml2") { try MarkupLibrary.version() },
            library("SQLite") { try DatabaseLibrary.version() },
            library("libcrypto") { try HashingLibrary.version() },
            library("utf8proc") { try TextLibrary.version() },
            library("zlib") { try CompressionLibrary.version() },
        ]
    }

    private static func library(_ name: String, _ version: () throws -> String) -> Finding {
        do {
            return Finding(name, .well, try version())
        } catch {
            return Finding(name, .ill, "\(error) Install it with this system's package manager.")
        }
    }
}
