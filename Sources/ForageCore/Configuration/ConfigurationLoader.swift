/// Gathers what all layers say, and everything that is wrong with it.
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

    /// What all layers say, with paths as seen from where the person is.
    var resolvedAssignments: [Assignment] { assignments.map { $0.resolved(home: home) } }

    private var home: String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Refuses paths that begin at the person's own folder where nobody says which that is.
    mutating func refuseHomelessPaths() {
        guard home == nil else { return }
        for assignment in assignments {
            guard let path = assignment.pathAtHome else { continue }
            note(
                "\(path.quoted) is in your own folder, and HOME does not say where that is",
                at: assignment.origin)
        }
    }

    mutating func note(_ message: String, at origin: SettingOrigin) {
        problems.append(ConfigurationProblem(origin: origin, message: message))
    }

    mutating func note(_ others: [ConfigurationProblem]) { problems += others }

    private mutating func read(_ layer: ConfigurationLayer) {
        if case .flags(let flags) = layer.content { for flag in flags { read(flag) } }
        guard let file = ConfigurationFile(layer) else { return }
        files.append(file)
        switch (file.state, layer.content) {
        case (.read, .file(.bytes(let bytes))): read(bytes, of: layer.origin)
        // One that lies in a folder is somebody else's as long as it does not say that it is Forage's.
        case (.unreadable, _) where layer.origin.isProjectFile: break
        case (.unreadable(let reason), _): note("cannot be read: \(reason)", at: SettingOrigin(layer.origin))
        case (.missing, _): noteMissing(layer.origin)
        default: break
        }
    }

    /// Only a file that somebody asked for must be there.
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
        // Mostly there is none.
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
        do throws(UnknownSetting) {
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
