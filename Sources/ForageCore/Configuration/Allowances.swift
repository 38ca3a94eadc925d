/// Permissions that the user gave beyond the providers' declarations, and a check for settings that need them.
///
/// A file in the working folder may set queries and providers' settings, but not the destinations of keys or the files
/// and variables that are read.
struct Allowances {
    private(set) var origins: Set<Origin> = []
    private var variables: Set<String> = []
    private let infos: [ProviderInfo]

    init(_ assignments: [Assignment], of infos: [ProviderInfo]) {
        self.infos = infos
        for assignment in assignments {
            switch assignment.value {
            case .origin(let origin) where assignment.layer.mayAllowOrigins: origins.insert(origin)
            case .variable(let name) where assignment.layer.mayAllowVariables: variables.insert(name)
            case .value(.url(let url)) where assignment.isOwnWordOfBase: origins.insert(url.origin)
            default: break
            }
        }
    }

    /// The reason why an assignment is not allowed, with the permission that would allow it.
    struct Refusal {
        let message: String
        var remedy: ConfigurationProblem.Remedy?

        init(_ message: String, _ remedy: ConfigurationProblem.Remedy? = nil) {
            self.remedy = remedy
            let advice =
                switch remedy {
                case .allowOrigin(let origin): Self.advice("origins", "\(origin)")
                case .allowVariable(let name): Self.advice("variables", name)
                case .nameDefinitions, nil: ""
                }
            self.message = message + advice
        }

        private static func advice(_ list: String, _ value: String) -> String {
            "add \(value.quoted) to \"\(list)\" under \"allow\" in your own configuration file"
        }
    }

    /// The reason why an assignment is not allowed; nil if it is.
    func refusal(of assignment: Assignment) -> Refusal? {
        switch assignment.value {
        case .origin(let origin) where !assignment.layer.mayAllowOrigins:
            Refusal("only you can allow \(origin): ", .allowOrigin(origin))
        case .variable(let name) where !assignment.layer.mayAllowVariables:
            Refusal("only you can allow \(name): ", .allowVariable(name))
        case .definition where assignment.layer.isProjectFile:
            Refusal(
                "a folder's configuration file cannot name definitions; name them in your own configuration file",
                .nameDefinitions)
        case .value(.text) where assignment.leaf.path == .store && assignment.layer.isProjectFile:
            Refusal(
                "a folder's configuration file cannot name a store; name it in your own configuration file")
        case .value(.text)
        where [.channel, .channelKey].contains(assignment.leaf.path) && assignment.layer.isProjectFile:
            Refusal(
                "a folder's configuration file cannot name a channel; name it in your own configuration file")
        case .reference(let name): refusal(ofVariable: name, in: assignment.leaf)
        case .value(.url(let url)) where assignment.leaf.isBase: refusal(ofBase: url, in: assignment)
        case .provider(let name): refusal(ofProvider: name)
        case .value(.file(let file)) where assignment.layer.isProjectFile && !file.staysInFolder:
            Refusal("this file may name only files inside its own folder, not \(file.path.quoted)")
        case .folder(let path) where assignment.layer.isProjectFile && !FileSetting(path: path).staysInFolder:
            Refusal("this file may name only folders inside its own folder, not \(path.quoted)")
        default: nil
        }
    }

    private func refusal(ofVariable name: String, in leaf: SettingLeaf) -> Refusal? {
        let declared = info(of: leaf)?.keys.map(\.variable) ?? [leaf.keyVariable].compactMap(\.self)
        guard !declared.contains(name), !variables.contains(name) else { return nil }
        let reader = leaf.path.parent.names.last ?? ""
        return Refusal(
            "\(reader) reads its key from \(declared.listed("or")); to let it read \(name), ",
            .allowVariable(name))
    }

    private func refusal(ofProvider name: String) -> Refusal? {
        guard let info = infos.first(where: { $0.id.name == name }), info.terms.requiresHotlinking else {
            return nil
        }
        return Refusal("the terms of \(name) require showing its pictures from its own addresses")
    }

    private func refusal(ofBase url: WebURL, in assignment: Assignment) -> Refusal? {
        guard url.withoutQuery == url else {
            return Refusal("expected an address without ? and #, found \(url)")
        }
        return refusal(ofKeysTo: url, in: assignment.leaf)
            ?? refusal(ofRequestsTo: url.origin, in: assignment)
    }

    /// Refuses local names in project files, which could reach servers meant only for the local network.
    private func refusal(ofRequestsTo origin: Origin, in assignment: Assignment) -> Refusal? {
        guard assignment.layer.isProjectFile, !origin.hasPublicName, !origins.contains(origin) else {
            return nil
        }
        return Refusal(
            "requests would be sent to \(origin), which is not on the open internet; "
                + "if that is what you want, ",
            .allowOrigin(origin))
    }

    private func refusal(ofKeysTo url: WebURL, in leaf: SettingLeaf) -> Refusal? {
        guard let replaced = info(of: leaf)?.origins.first else { return nil }
        let keyed = infos.filter { !$0.keys.isEmpty && $0.origins.contains(replaced) }
        guard let info = keyed.first(where: { !$0.origins.contains(url.origin) }) else { return nil }
        if !url.origin.isConfidential {
            return Refusal(
                "the keys of \(info.id) would be sent to \(url.origin) unencrypted; use https, "
                    + "or an address of this machine")
        }
        if origins.contains(url.origin) { return nil }
        return Refusal(
            "the keys of \(info.id) would be sent to \(url.origin); if that is what you want, ",
            .allowOrigin(url.origin))
    }

    private func info(of leaf: SettingLeaf) -> ProviderInfo? { infos.first { $0.id.name == leaf.provider } }
}

extension SettingLeaf {
    /// The provider it belongs to; empty for a general setting.
    var provider: String { path.names.first == "providers" ? path.names.dropFirst().first ?? "" : "" }

    /// The variable that contains the key; nil if it is not a key.
    fileprivate var keyVariable: String? {
        if case .key(let spec) = form { spec.variable } else { nil }
    }

    var isBase: Bool { !provider.isEmpty && path.names.last == "baseURL" }
}

extension Assignment {
    /// Indicates whether it is an address from the command line or the environment, which needs no other permission.
    fileprivate var isOwnWordOfBase: Bool {
        leaf.isBase && (layer == .flags || layer == .environment)
    }
}

extension FileSetting {
    fileprivate var staysInFolder: Bool {
        !path.hasPrefix("/") && !path.hasPrefix("~") && !path.split(separator: "/").contains("..")
    }
}
