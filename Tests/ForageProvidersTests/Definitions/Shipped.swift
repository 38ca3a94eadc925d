import ForageCore
import JSON
import Platform

@testable import ForageProviders

/// The definitions shipped with Forage.
enum Shipped {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appending(path: "Providers/Definitions").path

    static let names = [
        "apod", "archive", "artic", "bbcnews", "cleveland", "commons", "digitalnz", "dpla",
        "europeana", "fyyd", "gbif", "giphy", "harvard", "inaturalist", "itunes", "loc", "mastodon",
        "nasa", "nasacast", "openverse", "pexels", "pixabay", "planetmoney", "princeton",
        "smithsonian", "smk", "tepapa", "vam", "victoria", "wallhaven", "wellcome",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name).json")))
    }

    static func definition(_ name: String) throws -> Definition {
        try Definition(bytes(name), at: "\(name).json")
    }
}
