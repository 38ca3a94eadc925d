extension Wording {
    /// Wordings about files that cannot be used.
    package enum Files {
        package static let unreadableImage = "it cannot be read"
        package static let isUnreadable = "cannot be read"
        package static let isUnwritable = "cannot be written"
        package static let noSuchFile = "no such file or directory"
        package static let missing = "there is no such file"
        package static let folder = "it is a folder"
        package static let notOrdinary = "it is not an ordinary file"
        package static let denied = "permission denied"
        package static let diskFull = "no space left on device"
        package static let readOnly = "it is read-only"
        package static let notDirectory = "not a directory"
        package static let cutOff = "the document ends in the middle; the rest of it is missing"
        package static let cutOffStart = "the document ends in the middle"
        package static let edited = "the file was edited or damaged"
        package static let notACredit = "it is not in the format of Forage's credits"
        package static let notARecording = "it was not written by"
        package static let othersCanRead = "Others can read"
        package static let resultsNotWritten = "Could not write the results"
        package static let isNotOrdinary = "is not an ordinary file"
        package static let notInFolder = "is not in this folder"

        package static func unreadable(at path: String, _ reason: String) -> String {
            "\(path): cannot be read: \(reason)"
        }
        package static func unreadable(_ path: String, _ reason: String) -> String {
            "\(path) cannot be read: \(reason)"
        }
        package static func unreadableReason(_ reason: String) -> String { "cannot be read: \(reason)" }
        package static func unreadable(_ path: String) -> String { "\(path) cannot be read" }
        package static func unwritable(_ path: String, _ reason: String) -> String {
            "\(path) cannot be written: \(reason)"
        }
        package static func otherVersion(_ version: Int, readable: Int) -> String {
            "it has version \(version), but this version of Forage reads only \(readable)"
        }
        package static func version(_ version: Int) -> String { "it has version \(version)" }
    }
}
