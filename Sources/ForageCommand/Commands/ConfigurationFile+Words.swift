internal import ForageCore

extension ConfigurationFile {
    /// Where it was looked for.
    var path: String { layer.path?.onOneLine ?? "" }

    /// What was found there.
    var finding: String {
        switch state {
        case .read: "read"
        case .missing: "not there"
        case .notOurs: "not read: a file of Forage says \"$schema\": \"urn:forage:config:1\""
        case .unmarked: "not read: \"$schema\": \"urn:forage:config:1\" is missing"
        case .unreadable(let reason): "not read: \(reason)"
        }
    }
}
