import Platform

/// A cache that cannot be read, not even by those who may do everything.
enum UnreadableCache: String, CaseIterable {
    case responses, items
    /// Nobody may look into the folder.
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
