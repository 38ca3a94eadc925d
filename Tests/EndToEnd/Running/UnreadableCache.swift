import Platform

/// A cache that not even root can read.
enum UnreadableCache: String, CaseIterable {
    case responses, items
    /// A folder that cannot be listed.
    case folder

    func make(in place: Place) throws {
        let (files, cache) = (FileManager.default, "\(place.home)/.cache/forage")
        switch self {
        case .responses, .items:
            try files.createDirectory(
                atPath: "\(cache)/\(rawValue).sqlite", withIntermediateDirectories: true)
        case .folder:
            try files.createDirectory(atPath: "\(place.home)/.cache", withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: cache, withDestinationPath: cache)
        }
    }
}
