/// The settings for files that define providers, in addition to those in the user's own folder.
///
/// They are read before all other settings, because the available settings depend on the providers.
public struct DefinitionSettings: Hashable, Sendable {
    /// The files that the configuration names.
    public let files: [String]
    /// The files that the command line names.
    public let typedFiles: [String]
    /// Indicates whether the definitions that come with Forage are used.
    public let usesShipped: Bool
    /// The address of the channel that definitions are installed from; nil if there is none.
    public let channel: String?
    /// The public key that the index of the channel must be signed with.
    public let channelKey: String?

    /// Reads only the settings of definitions; the configuration reports all other problems.
    public init(layers: [ConfigurationLayer], environment: [String: String]) {
        let member = SettingGroup.Member(name: "definitions", content: .group(SettingTree.definitions))
        let tree = SettingTree(SettingGroup(noun: "setting", members: [member]))
        let loader = ConfigurationLoader(layers, tree: tree, environment: environment)
        let assignments = loader.resolvedAssignments.filter { !$0.layer.isProjectFile }
        let settings = ResolvedSettings(assignments, tree: tree)
        let named = settings.assignments(.definitions.appending("files")).filter { $0.pathAtHome == nil }
        files = named.filter { $0.layer != .flags }.compactMap(\.definition)
        typedFiles = named.filter { $0.layer == .flags }.compactMap(\.definition)
        let values = settings.values(inside: .definitions)
        usesShipped = values.flag("shipped")
        channel = values.text("channel")
        channelKey = values.text("channelKey")
    }
}

extension Assignment {
    fileprivate var definition: String? {
        if case .definition(let path) = value { path } else { nil }
    }
}

extension SettingTree {
    /// The settings of definitions.
    static let definitions = SettingGroup(
        noun: "setting of definitions",
        members: [
            SettingLeaf(
                path: .definitions.appending("shipped"), form: .value(.flag), defaultValue: .flag(true),
                help: "Whether the definitions that come with Forage are used."),
            SettingLeaf(
                path: .definitions.appending("files"), form: .definitions, defaultValue: nil,
                help:
                    "More files that define providers, in addition to those in your own folder; allowed only in your own configuration file."
            ),
            SettingLeaf(
                path: .channel, form: .value(.text), defaultValue: nil,
                help:
                    "The channel that definitions are installed from: a web address or the path of a folder; allowed only in your own configuration file."
            ),
            SettingLeaf(
                path: .channelKey, form: .value(.text), defaultValue: nil,
                help:
                    "The public key of Ed25519 that the channel is signed with; allowed only in your own configuration file."
            ),
        ].map(SettingGroup.Member.init))
}

extension SettingPath {
    static let channel = SettingPath("definitions", "channel")
    static let channelKey = SettingPath("definitions", "channelKey")
    static let definitions = SettingPath("definitions")
}
