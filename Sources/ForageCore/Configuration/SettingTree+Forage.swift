extension SettingTree {
    /// The value of `$schema` that marks a file as Forage's.
    static let schema = "urn:forage:config:1"
    static let usualTimeout = 5.0

    /// Creates the settings of Forage and of each provider.
    init(_ registrations: [Registration]) {
        let providers = registrations.map { registration in
            SettingGroup.Member(
                name: registration.info.id.name, content: .group(Self.group(of: registration)))
        }
        let root = SettingGroup(
            noun: "setting of Forage",
            members: Self.general.map(SettingGroup.Member.init) + [
                SettingGroup.Member(name: "allow", content: .group(Self.allowances)),
                SettingGroup.Member(name: "cache", content: .group(Self.cache)),
                SettingGroup.Member(name: "defaults", content: .group(CommandDefaults.group)),
                SettingGroup.Member(name: "definitions", content: .group(Self.definitions)),
                SettingGroup.Member(
                    name: "providers", content: .group(SettingGroup(noun: "provider", members: providers))),
                SettingGroup.Member(
                    name: "transforms", content: .group(Self.transforms(of: registrations.map(\.info)))),
            ])
        self.init(root)
    }

    private static let seconds = SettingType.number(0.1...600)

    private static let general = [
        SettingLeaf(
            path: SettingPath("$schema"), form: .schema, defaultValue: nil,
            help: "Marks the file as Forage's; in a project folder, a file without it is ignored."),
        SettingLeaf(
            path: SettingPath("timeout"), form: .value(seconds), defaultValue: .number(usualTimeout),
            help: "The time limit of a search, in seconds."),
        SettingLeaf(
            path: SettingPath("measure"), form: .value(.flag), defaultValue: .flag(true),
            help: "Whether pictures are measured if their service does not state a size."),
        SettingLeaf(
            path: SettingPath("contact"), form: .contact, defaultValue: nil,
            help: "Your web page or email address, sent with each request so that services can reach you."),
        SettingLeaf(
            path: .store, form: .database, defaultValue: nil,
            help:
                "A PostgreSQL database that several machines share, such as \"postgresql://host/forage\", without its password; allowed only in your own configuration file."
        ),
    ]

    private static let allowances = SettingGroup(
        noun: "kind of permission",
        members: [
            SettingLeaf(
                path: SettingPath("allow", "origins"), form: .origins, defaultValue: nil,
                help: "Origins that keys may be sent to, in addition to the providers' own."),
            SettingLeaf(
                path: SettingPath("allow", "variables"), form: .variables, defaultValue: nil,
                help:
                    "Environment variables that a file may read keys from, in addition to the providers' own."
            ),
        ].map(SettingGroup.Member.init))

    /// The settings that every provider has.
    fileprivate static func common(of info: ProviderInfo, isEnabled: Bool) -> [SettingLeaf] {
        [
            leaf(
                "enabled", of: info, .value(.flag), default: .flag(isEnabled),
                help: "Whether the provider is used."),
            leaf(
                "weight", of: info, .value(.number(0...100)), default: .number(1),
                help: "The weight of its ranking, compared with that of the other providers."),
            leaf(
                "timeout", of: info, .value(seconds),
                help: "Its own time limit in seconds, if shorter than that of the search."),
            leaf(
                "requestsPerHour", of: info, .value(.integer(0...1_000_000)),
                help: "The maximum number of requests per hour, for all your programs together."),
            leaf(
                "cacheFor", of: info, .value(.integer(0...31_536_000)),
                help:
                    "For how many seconds an answer is reused, whatever its header says, unless that is \"no-store\"."
            ),
            leaf(
                "baseURL", of: info, .value(.url),
                help:
                    "The address to send requests to instead of \(info.origins.first?.description ?? "its own")."
            ),
        ]
    }

    private static func group(of registration: Registration) -> SettingGroup {
        let info = registration.info
        let common = common(of: info, isEnabled: registration.isUsuallyEnabled)
        let settings = registration.settings.map {
            leaf($0.key, of: info, .value($0.type), default: $0.defaultValue, help: $0.help)
        }
        let keys = info.keys.map {
            leaf(
                $0.name, of: info, .key($0),
                help: "A key, read from the environment; get it at \($0.source).")
        }
        return SettingGroup(
            noun: "setting of \(info.id)",
            members: (common + settings + keys).map(SettingGroup.Member.init))
    }

    private static func leaf(
        _ key: String, of info: ProviderInfo, _ form: SettingForm, default value: SettingValue? = nil,
        help: String
    ) -> SettingLeaf {
        SettingLeaf(path: .provider(info.id, key), form: form, defaultValue: value, help: help)
    }
}

extension SettingSpec {
    /// The names of the settings that every provider has and that its own settings must not use.
    package static let commonKeys = SettingTree.common(of: .pictures, isEnabled: true)
        .compactMap(\.path.names.last)
}

extension SettingGroup.Member {
    init(_ leaf: SettingLeaf) {
        self.init(name: leaf.path.names.last ?? "", content: .leaf(leaf))
    }
}

extension SettingPath {
    static let store = SettingPath("store")
}
