/// Where what a program remembers from run to run is kept, as the XDG rules have it.
enum StateFolder {
    /// The folder; nil where a person has no home.
    static func path(_ environment: [String: String]) -> String? {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/forage" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return home + "/.local/state/forage"
    }
}
