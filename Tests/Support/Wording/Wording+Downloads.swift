extension Wording {
    /// Wordings about downloads, credits and the archive.
    package enum Downloads {
        package static let inArchive = "in the archive"
        package static let archiveInUse = "the archive is in use by another program"
        package static let unusableArchive = "the archive cannot be used"
        package static let unknownDownload = "so it is unknown"
        package static let underWay = "already being downloaded"
        package static let notDownloaded = "was not downloaded"
        package static let requestedBefore = "it was requested before in this run"
        package static let continueAgain = "Run the same command again to continue"
        package static let toContinue = "to continue"
        package static let largerThan = "it is larger than"
        package static let freeSpace = "Free some space"
        package static let invalidStructure = "structure is invalid"
        package static let tooEarly = "too early"
        package static let severalPlaces = "several places"
        package static let noCredits = "The folder has no readable credit."
        package static let unopenedArchive = "The archive cannot be opened, so nothing was downloaded."
        package static let interruptedRecording = "The recording was interrupted: "
        package static let notRecorded = "Nothing was recorded."

        package static func there(_ count: Int) -> String { "\(count) already there" }
        package static func archived(_ count: Int) -> String { "\(count) in the archive" }
        package static func notArchived(_ id: String) -> String { "Not in the archive: \(id)." }
        package static func keptBeginning(_ files: String) -> String { "Kept the beginning of \(files)." }
        package static func unchanged(_ count: Int, of total: Int) -> String {
            "\(count) of \(total) pictures unchanged since the download."
        }
        package static func credit(_ reason: String) -> String { "its credit: \(reason)" }
        package static func notConverted(_ format: String) -> String { "it cannot be converted to \(format)" }
        package static func recorded(_ file: String) -> String { "Recorded in \(file)" }
        package static func missingInArchive(_ files: String) -> String {
            "The archive lacks \(files) of this run."
        }
        package static func notReplayed(_ file: String) -> String { "\(file) cannot be replayed: " }
    }
}
