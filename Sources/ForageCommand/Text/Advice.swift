internal import Forage

/// What a person can do at the command line about an error of the rooms below.
enum Advice {
    /// The sentence on an error, with the option or the command that helps.
    static func sentence(on error: any Error) -> String {
        switch error {
        case ReplayError.notABundle(let path):
            "\(path) cannot be replayed: it is not a bundle, which `--record` writes."
        default: "\(error)"
        }
    }
}
