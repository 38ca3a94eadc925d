extension Wording {
    /// Wordings about the lock of a project.
    package enum Credits {
        package static let conflict = "a merge left both versions here"
        package static let noLock = "There is no credits.lock here"
        package static let nothingToCheck = "There is no picture to check"
        package static let notInProject = "is not in the project"
        package static let manifest = "has Content Credentials (C2PA)"
        package static let differentFile = "the source now has another file"

        package static func sameBytes(_ source: String) -> String {
            "\(source) has a file with the same bytes"
        }
        package static func newEntries(_ count: Int) -> String {
            "\(count) new \(count == 1 ? "entry" : "entries") in credits.lock."
        }
        package static func checked(_ count: Int, faulty: Int) -> String {
            "\(count) \(count == 1 ? "picture" : "pictures") checked, \(faulty) with findings"
        }
        package static func synced(_ restored: Int, there: Int, missing: Int) -> String {
            "\(restored) restored, \(there) already there, \(missing) not there."
        }
    }
}
