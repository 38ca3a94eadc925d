/// Collects the settings of all layers, with all problems.
struct ConfigurationLoader {
    let tree: SettingTree
    let environment: [String: String]
    private(set) var assignments: [Assignment] = []
    private(set) var problems: [ConfigurationProblem] = []
    private(set) var files: [ConfigurationFile] = []

    init(_ layers: [ConfigurationLayer], tree: SettingTree, environment: [String: String]) {
        self.tree = tree
        self.environment = environment
        let sorted = layers.sorted { $0.origin.strength < $1.origin.strength }
        for layer in sorted where layer.origin != .flags { read(layer) }
        readEnvironment()
        for layer in sorted where layer.origin == .flags { read(layer) }
    }

    /// The assignments of all layers, with paths made absolute or relative to the working folder.
    var resolvedAssignments: [Assignment] { assignments.map { $0.resolved(home: home) } }

    private var home: String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Reports paths in the home folder if the environment does not contain its path.
    mutating func refuseHomelessPaths() {
        guard home == nil else { return }
        for assignment in assignments {
            guard let path = assignment.pathAtHome else { continue }
            note(
                "\(path.quoted) is in your home folder, but HOME is not set to a path",
                at: assignment.origin)
        }
    }

    mutating func note(
        _ message: String, at origin: SettingOrigin, remedy: ConfigurationProblem.Remedy? = nil
    ) {
        problems.append(ConfigurationProblem(origin: origin, message: message, remedy: remedy))
    }

    mutating func note(_ others: [ConfigurationProblem]) { problems += others }

    private mutating func read(_ layer: ConfigurationLayer) {
        if case .flags(let flags) = layer.content { for flag in flags { read(flag) } }
        guard let file = ConfigurationFile(layer) else { return }
        files.append(file)
        switch (file.state, layer.content) {
        case (.read, .file(.bytes(let bytes))): read(bytes, of: layer.origin)
        // An unreadable project file is assumed to belong to another program.
        case (.unreadable, _) where layer.origin.isProjectFile: break
        case (.unreadable(let reason), _): note("cannot be read: \(reason)", at: SettingOrigin(layer.origin))
        case (.missing, _): noteMissing(layer.origin)
        default: break
        }
    }

    /// Reports a missing file, if it was named explicitly.
    private mutating func noteMissing(_ layer: ConfigurationLayer.Origin) {
        if case .namedFile = layer { note("there is no such file", at: SettingOrigin(layer)) }
    }

    private mutating func read(_ bytes: [UInt8], of layer: ConfigurationLayer.Origin) {
        let reader = FileReader(bytes, of: layer, tree: tree)
        assignments += reader.assignments
        problems += reader.problems
    }

    private mutating func readEnvironment() {
        let names = environment.keys.filter { $0.hasPrefix(SettingPath.variablePrefix) }
        // Usually there is none.
        if names.isEmpty { return }
        for leaf in tree.leaves {
            guard let name = names.first(where: leaf.isSet), let text = environment[name],
                !text.trimmingWhitespace().isEmpty
            else { continue }
            read(text, as: leaf, from: SettingOrigin(.environment, name: name))
        }
    }

    private mutating func read(_ flag: ConfigurationLayer.Flag) {
        let origin = SettingOrigin(.flags, name: flag.name)
        do throws(SettingError) {
            read(flag.value, as: try tree.leaf(named: flag.path), from: origin)
        } catch {
            note(error.description, at: origin)
        }
    }

    private mutating func read(_ text: String, as leaf: SettingLeaf, from origin: SettingOrigin) {
        let elements = text.split(separator: ",").map { String($0.trimmingWhitespace()) }
        let parts = leaf.form.isList ? elements : [text]
        for part in parts {
            guard let value = leaf.form.value(of: part) else {
                note(leaf.form.rejection(of: part), at: origin)
                continue
            }
            assignments.append(Assignment(leaf: leaf, value: value, origin: origin))
        }
    }
}

extension ConfigurationLoader {
    /// Creates every provider from its settings.
    mutating func providers(
        _ registrations: [Registration], _ settings: ResolvedSettings, keys: (ProviderInfo) -> [KeyState]
    ) -> [ProviderConfiguration] {
        registrations.compactMap { provider($0, settings, keys: keys) }
    }

    /// Creates a provider from its settings; nil, with a reported problem, if it rejects them. The keys it needs may
    /// depend on its settings.
    private mutating func provider(
        _ registration: Registration, _ settings: ResolvedSettings, keys: (ProviderInfo) -> [KeyState]
    ) -> ProviderConfiguration? {
        let id = registration.info.id
        let values = settings.values(inside: .provider(id))
        do throws(SettingError) {
            let own = values.only(registration.settings.map(\.key))
            let provider = try registration.make(own)
            return ProviderConfiguration(
                provider: provider, isEnabled: values.flag("enabled"), weight: values.number("weight") ?? 1,
                timeout: values.duration("timeout"), requestsPerHour: values.integer("requestsPerHour"),
                cacheFor: values.integer("cacheFor").map { .seconds($0) }, baseURL: values.url("baseURL"),
                keys: keys(provider.info), settings: own)
        } catch {
            let path = SettingPath.provider(id, error.key)
            note("\(path): \(error)", at: settings.origin(path))
            return nil
        }
    }

    /// Returns the replacement address of each origin. Two providers with the same origin must have the same
    /// replacement.
    mutating func bases(of providers: [ProviderConfiguration], _ settings: ResolvedSettings) -> [Origin:
        WebURL]
    {
        var bases: [Origin: WebURL] = [:]
        for provider in providers {
            guard let url = provider.baseURL, let origin = provider.provider.info.origins.first else {
                continue
            }
            if let other = bases.updateValue(url, forKey: origin), other != url {
                let place = settings.origin(.provider(provider.id, "baseURL"))
                note("\(origin) is already replaced by \(other) for another provider", at: place)
            }
        }
        return bases
    }

    /// The replacement servers that the project file names.
    func basesOfProjects(of providers: [ProviderConfiguration], _ settings: ResolvedSettings) -> Set<Origin> {
        let named = providers.filter { settings.origin(.provider($0.id, "baseURL")).layer.isProjectFile }
        return Set(named.compactMap { $0.baseURL?.origin })
    }

    /// Reports every setting that is not allowed in its layer.
    mutating func refuse(_ refusal: (Assignment) -> Allowances.Refusal?) {
        for assignment in assignments {
            if let refusal = refusal(assignment) {
                note(refusal.message, at: assignment.origin, remedy: refusal.remedy)
            }
        }
    }
}
