internal import Forage

/// The variables that look like those of settings and say something else.
enum ProgramVariables {
    /// Where a sandbox runs.
    static let sandbox = "FORAGE_SANDBOX"

    static let all = [ConfigurationFiles.variable, sandbox, GalleryToken.variable] + ofDevelopers

    /// Whether a variable is one of those that say where something is kept, or of Forage's own.
    static func isReadAsText(_ name: String) -> Bool {
        ["HOME", "TMPDIR"].contains(name) || name.hasPrefix("XDG_")
            || name.hasPrefix("FORAGE_")
    }

    /// What the build and the tests read, and who works on Forage may have set for all.
    private static let ofDevelopers = [
        "FORAGE_CATALOG", "FORAGE_DEVELOPING", "FORAGE_FUZZING", "FORAGE_KILLS", "FORAGE_PAYLOADS",
        "FORAGE_PICTURES", "FORAGE_PROVIDER",
    ]
}
