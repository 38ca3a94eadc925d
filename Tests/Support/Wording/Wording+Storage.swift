extension Wording {
    /// Wordings about the cache and other stores.
    package enum Storage {
        package static let answersNotCached = "Answers are not cached"
        package static let inUse = "in use by another process"
        package static let sharedStoreIsUnusable = "The shared store cannot be used"
        package static let countedHere = "are counted for this run only"

        package static func notCached(_ folder: String) -> String { "Answers are not cached in \(folder)" }
        package static func writableFolder(_ variable: String) -> String {
            "set \(variable) to a writable folder."
        }
        package static func movedDatabase(_ file: String) -> String {
            "The database is damaged. It was moved to \(file)"
        }
    }
}
