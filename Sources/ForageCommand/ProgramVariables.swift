internal import Forage

/// The variables that look like those of settings and say something else.
enum ProgramVariables {
    /// Where a sandbox runs.
    static let sandbox = "FORAGE_SANDBOX"

    static let all = [ConfigurationFiles.variable, sandbox, GalleryToken.variable] + ofDevelopers

    /// What the build and the tests read, and who works on Forage may have set for all.
    private static let ofDevelopers = [
        "FORAGE_CATALOG", "FORAGE_DEVELOPING", "FORAGE_FUZZING", "FORAGE_KILLS", "FORAGE_PAYLOADS",
        "FORAGE_PICTURES", "FORAGE_PROVIDER",
    ]
}
