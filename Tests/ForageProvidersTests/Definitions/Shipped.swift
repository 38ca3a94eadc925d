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
        "apod", "archive", "archivemedia", "artic", "bbcnews", "cleveland", "commons", "commonsmedia",
        "digitalnz", "dpla", "europeana", "finna", "freesound", "fyyd", "gbif", "giphy", "harvard",
        "iconify", "inaturalist", "itunes", "jamendo", "loc", "mastodon", "mediaccc", "met", "mia",
        "nasa", "nasacast", "openverse", "openversesounds", "peertube", "pexels", "phylopic",
        "pixabay", "planetmoney", "podcast", "podcastindex", "princeton", "rijks", "sciencemuseum",
        "smithsonian", "smk", "tepapa", "vam", "victoria", "wallhaven", "wellcome", "wordpress",
        "xenocanto",
    ]

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder)/\(name).json")))
    }

    static func definition(_ name: String) throws -> Definition {
        try Definition(bytes(name), at: "\(name).json")
    }
}
