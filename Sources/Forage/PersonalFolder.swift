/// Where a program keeps what belongs to one person, as the XDG rules have it.
package enum PersonalFolder {
    /// What the person sets up.
    case configuration
    /// What it remembers from run to run.
    case state
    /// What it could ask for again.
    case cache

    /// The folder; nil where a person has no home.
    package func path(_ environment: [String: String]) -> String? {
        let (variable, usual) =
            switch self {
            case .configuration: ("XDG_CONFIG_HOME", "/.config")
            case .state: ("XDG_STATE_HOME", "/.local/state")
            case .cache: ("XDG_CACHE_HOME", "/.cache")
            }
        // What lies in the folder that one happens to be in is nobody's own, so a relative one is none.
        if let folder = environment[variable], folder.hasPrefix("/") { return folder + "/forage" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + usual + "/forage"
    }
}
