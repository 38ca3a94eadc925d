/// Where a program keeps what belongs to one person, as the XDG rules have it.
enum PersonalFolder {
    /// What it remembers from run to run.
    case state
    /// What it could ask for again.
    case cache

    /// The folder; nil where a person has no home.
    func path(_ environment: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .cache: ("XDG_CACHE_HOME", "/.cache")
            }
        // A relative one is to be ignored.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/forage" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + usual + "/forage"
    }
}
