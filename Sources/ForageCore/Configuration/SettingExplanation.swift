/// Everything there is to know of one setting.
package struct SettingExplanation: Sendable {
    /// Its dotted name, as in `providers.flickr.timeout`.
    package let path: String
    /// Its value as it may be shown; of a key, only whether it is set. Nil when there is none.
    package let value: String?
    /// Where the value comes from.
    package let origin: SettingOrigin
    /// Where values come from that did not have the last word, the stronger first.
    package let overridden: [SettingOrigin]
    /// What may stand there.
    package let expectation: String
    /// What it is when nobody says.
    package let defaultValue: String?
    /// What it does.
    package let help: String
    /// The environment variable that sets it.
    package let variable: String?

    /// The explanation as it is printed.
    package var lines: [String] {
        var lines = [
            "\(path) = \(value ?? "(not set)")", "  \(help)", "  from: \(origin.inWords)",
        ]
        lines += overridden.map { "  instead of: \($0.inWords)" }
        lines.append("  may be: \(expectation)")
        lines += defaultValue.map { ["  default: \($0)"] } ?? []
        lines += variable.map { ["  variable: \($0)"] } ?? []
        return lines
    }
}

extension SettingOrigin {
    /// The origin for a person: `your own file, /home/me/.config/forage/config.json:3:5`.
    package var inWords: String {
        switch layer {
        case .defaults: "the built-in default"
        case .userFile: "your own file, \(self)"
        case .credentialsFile: "your credentials file, \(self)"
        case .projectFile: "this folder's file, \(self)"
        case .namedFile: "the file that was named, \(self)"
        case .environment: "the environment variable \(self)"
        case .flags: "the command line, \(self)"
        }
    }
}
