internal import JSON

/// The configuration of this run of Forage: all layers merged and checked, with the origin of each setting.
public struct Configuration: Sendable {
    /// The time limit of a search.
    public let timeout: Duration
    /// The number of results on a page, unless a command has its own default.
    public let limit: Int
    /// Indicates whether pictures without a stated size are measured.
    public let measures: Bool
    /// A web page or mail address at which the services can contact the user.
    public let contact: String?
    /// The address of a PostgreSQL database that several machines share; nil if this machine uses its own files.
    public let store: String?
    /// Every provider of this build, including disabled ones, in the catalogue's order.
    public let providers: [ProviderConfiguration]
    /// The size limits of the cache.
    public let cache: CacheConfiguration
    /// The settings for converting pictures with Cloudinary.
    public let cloudinary: CloudinaryConfiguration
    /// The files where settings were looked for, from the weakest to the strongest.
    public let files: [ConfigurationFile]
    package let keyRing: KeyRing
    package let originMap: OriginMap
    let settings: ResolvedSettings

    /// The weight of each provider's ranking.
    package var weights: [ProviderID: Double] {
        Dictionary(uniqueKeysWithValues: providers.map { ($0.id, $0.weight) })
    }

    /// The times for which the user lets the responses of providers be reused, if set.
    package var personalAges: [ProviderID: Duration] {
        let stated = providers.compactMap { provider in provider.cacheFor.map { (provider.id, $0) } }
        return Dictionary(uniqueKeysWithValues: stated)
    }

    /// The provider with an ID; nil if there is none.
    public subscript(id: ProviderID) -> ProviderConfiguration? { providers.first { $0.id == id } }
}

extension Configuration {
    /// Merges all layers into a configuration.
    ///
    /// - Parameters:
    ///   - layers: The files and flags, in any order; each kind has its own precedence.
    ///   - registrations: The providers of this build.
    ///   - environment: The environment's variables, for settings and keys.
    ///   - credentials: The file of keys.
    /// - Throws: ``ConfigurationError`` with all problems, not only the first.
    public init(
        layers: [ConfigurationLayer] = [], registrations: [Registration], environment: [String: String] = [:],
        credentials: CredentialsFile? = nil
    ) throws(ConfigurationError) {
        let tree = SettingTree(registrations)
        let infos = registrations.map(\.info)
        var loader = ConfigurationLoader(layers, tree: tree, environment: environment)
        loader.refuseTwins(among: infos)
        loader.refuseHomelessPaths()
        let allowances = Allowances(loader.assignments, of: infos)
        loader.refuse(allowances.refusal)
        let credentials = Credentials(credentials, of: infos)
        loader.note(credentials.problems)
        let settings = ResolvedSettings(loader.resolvedAssignments, tree: tree)
        var finder = KeyFinder(settings, environment: environment, credentials: credentials)
        let providers = loader.providers(registrations, settings) { finder.keys(of: $0) }
        let cloudinary = loader.cloudinary(settings, finder)
        let bases = loader.bases(of: providers, settings)
        guard loader.problems.isEmpty else { throw ConfigurationError(problems: loader.problems) }

        keyRing = KeyRing(finder.secrets, allowedOrigins: allowances.origins)
        let unnamed = loader.basesOfProjects(of: providers, settings).subtracting(allowances.origins)
        originMap = OriginMap(bases, unnamed: unnamed)
        files = loader.files
        self.settings = settings
        self.providers = providers
        self.cloudinary = cloudinary
        cache = CacheConfiguration(settings.values(inside: .cache))
        let general = settings.values(inside: SettingPath())
        timeout = general.duration("timeout") ?? .seconds(SettingTree.usualTimeout)
        limit = settings.values(inside: .defaults).integer("limit") ?? Query.usualLimit
        measures = general.flag("measure")
        contact = general.text("contact")
        store = general.text("store")
    }
}

extension Configuration {
    /// Explains a setting, or all settings under a name such as `providers.flickr`; all settings if the name is empty.
    package func explanations(of name: String) throws(SettingError) -> [SettingExplanation] {
        let path = name.isEmpty ? SettingPath() : SettingPath(parsing: name)
        let leaves = settings.tree.leaves.filter { $0.path.starts(with: path) }
        guard !leaves.isEmpty else { throw SettingError(unknown: name, in: settings.tree) }
        return leaves.map(explanation)
    }

    private func explanation(of leaf: SettingLeaf) -> SettingExplanation {
        let said = settings.assignments(leaf.path)
        let key = keyState(leaf.path)
        return SettingExplanation(
            path: leaf.path.description, value: key?.description ?? shown(leaf),
            origin: key?.origin ?? settings.origin(leaf.path),
            overridden: leaf.form.isList ? [] : said.dropLast().reversed().map(\.origin),
            expectation: leaf.form.expectation, defaultValue: leaf.usualValue, help: leaf.help,
            variable: leaf.variable)
    }

    private func shown(_ leaf: SettingLeaf) -> String? {
        if let value = settings.value(leaf) { return value.description }
        let said = settings.list(leaf)
        return said.isEmpty ? nil : said.joined(separator: ", ")
    }

    func keyState(_ path: SettingPath) -> KeyState? {
        if path == .cloudinary(cloudinary.key.spec.name) { return cloudinary.key }
        for provider in providers {
            let key = provider.keys.first { .provider(provider.id, $0.spec.name) == path }
            if let key { return key }
        }
        return nil
    }
}

extension Configuration {
    /// The effective configuration as JSON; for keys, it contains only their status.
    package var json: [UInt8] { json { _ in true } }

    /// The effective values of selected settings as JSON.
    func json(where isWanted: (SettingLeaf) -> Bool) -> [UInt8] {
        JSONWriter.bytes(.pretty) { write(settings.tree.root, to: &$0, where: isWanted) }
    }

    private func write(
        _ group: SettingGroup, to writer: inout JSONWriter, where isWanted: (SettingLeaf) -> Bool
    ) {
        writer.object { writer in
            for member in group.members {
                switch member.content {
                case .group(let inner) where inner.leaves.isEmpty || inner.leaves.contains(where: isWanted):
                    writer.key(member.name)
                    write(inner, to: &writer, where: isWanted)
                case .leaf(let leaf) where isWanted(leaf): write(leaf, called: member.name, to: &writer)
                case .group, .leaf: continue
                }
            }
        }
    }

    private func write(_ leaf: SettingLeaf, called name: String, to writer: inout JSONWriter) {
        if let key = keyState(leaf.path) {
            writer.key(name)
            writer.string(key.description)
        } else if let value = settings.value(leaf) {
            writer.key(name)
            writer.value(value)
        } else if leaf.form.isList {
            writer.array(name) { writer in
                for element in settings.list(leaf) { writer.string(element) }
            }
        }
    }
}

extension Configuration {
    /// Returns the error that the address of the store is not usable.
    package func error(inStore reason: String) -> ConfigurationError {
        ConfigurationError(problems: [
            ConfigurationProblem(
                origin: settings.origin(.store), message: "the store cannot be used. \(reason)")
        ])
    }
}

extension Configuration {
    /// The settings that affect the results of a search, in the form of a configuration file, without keys, replacement
    /// servers and cache limits.
    ///
    /// - Parameter providers: The providers that are searched.
    /// - Returns: The file.
    package func settings(ofSearchBy providers: [ProviderID]) -> String {
        let general = [SettingPath("timeout"), SettingPath("measure"), .cloudinary]
        let wanted = general + providers.map { .provider($0) }
        let unwanted = providers.flatMap {
            [SettingPath.provider($0, "baseURL"), .provider($0, "requestsPerHour")]
        }
        let json = json { leaf in
            wanted.contains { leaf.path.starts(with: $0) } && !unwanted.contains(leaf.path)
                && keyState(leaf.path) == nil
        }
        return String(decoding: json, as: UTF8.self)
    }

    /// Every key and secret of this run.
    package var secrets: [String] {
        (keyRing.all + [cloudinary.secret].compactMap(\.self)).map { $0.reveal { $0 } }
    }
}

extension ConfiguredValue: CustomStringConvertible {
    var description: String {
        switch self {
        case .schema: SettingTree.schema.quoted
        case .value(let value): value.description
        case .origin(let origin): origin.description
        case .variable(let name), .provider(let name): name
        case .definition(let path), .folder(let path): path.quoted
        case .reference(let name): "${\(name)}"
        case .secret(let secret): secret.description
        }
    }
}

extension JSONWriter {
    /// Writes a setting's value in the form of a configuration file.
    mutating func value(_ value: SettingValue) {
        switch value {
        case .text(let text): string(text)
        case .flag(let flag): bool(flag)
        case .integer(let integer): number(integer)
        case .number(let double): number(asWritten: double.shortest)
        case .url(let url): string(url.text)
        case .file(let file): string(file.path)
        }
    }
}

/// An explanation of one setting.
package struct SettingExplanation: Sendable {
    /// Its dotted name, as in `providers.flickr.timeout`.
    package let path: String
    /// Its value as it may be shown; for a key, only its status. Nil if there is none.
    package let value: String?
    /// The origin of the value.
    package let origin: SettingOrigin
    /// The origins of overridden values, the strongest first.
    package let overridden: [SettingOrigin]
    /// A description of the allowed values.
    package let expectation: String
    /// The default value.
    package let defaultValue: String?
    /// A description of its effect.
    package let help: String
    /// The environment variable that sets it.
    package let variable: String?

    /// The explanation as it is printed.
    package var lines: [String] {
        var lines = [
            "\(path) = \(value ?? "(not set)")", "  \(help)", "  from: \(origin.inWords)",
        ]
        lines += overridden.map { "  overrides: \($0.inWords)" }
        lines.append("  allowed: \(expectation)")
        lines += defaultValue.map { ["  default: \($0)"] } ?? []
        lines += variable.map { ["  variable: \($0)"] } ?? []
        return lines
    }
}

extension SettingOrigin {
    /// The origin in words: `your own file, /home/me/.config/forage/config.json:3:5`.
    package var inWords: String {
        switch layer {
        case .defaults: "the built-in default"
        case .userFile: "your own file, \(self)"
        case .credentialsFile: "your credentials file, \(self)"
        case .projectFile: "this folder's file, \(self)"
        case .namedFile: "the file that you named, \(self)"
        case .environment: "the environment variable \(self)"
        case .flags: "the command line, \(self)"
        }
    }
}

/// The format of results: the single list for the command line, the configuration and help.
public enum OutputFormat: String, Hashable, Sendable, CaseIterable {
    /// A table at a terminal; plain tab-separated lines elsewhere.
    case table
    /// One JSON document.
    case json
    /// One JSON object per line for each item.
    case jsonl
    /// One row per item, for spreadsheets.
    case csv
    /// A list in Markdown.
    case markdown
    /// One self-contained web page.
    case html
}

extension ConfigurationLoader {
    /// Reports providers with the same name, since one of them could not be reached.
    fileprivate mutating func refuseTwins(among infos: [ProviderInfo]) {
        var met: Set<ProviderID> = []
        for info in infos where !met.insert(info.id).inserted {
            note("two providers are called \"\(info.id)\"; give one of them another name", at: .defaults)
        }
    }
}

extension SettingLeaf {
    /// The default value as text.
    fileprivate var usualValue: String? {
        usualNames.isEmpty ? defaultValue?.description : usualNames.joined(separator: ", ")
    }
}

/// The size limits of the cache.
public struct CacheConfiguration: Hashable, Sendable {
    /// The maximum number of bytes on disk in total; 0 to store nothing there.
    public let diskByteCount: Int

    /// The maximum number of bytes in the memory of a long-running program; 0 to store nothing there.
    public let memoryByteCount: Int

    /// The limits of answers and items. That of items is small, because items are small compared with the answers they
    /// come from.
    package var shares: (answers: Int, items: Int) {
        let items = diskByteCount / 4
        return (diskByteCount - items, items)
    }

    static let usualMemory = 32
    static let usualDisk = 512
    /// The minimum, because the cache's own files need some space.
    static let leastDisk = 16
    static let megabyte = 1_000_000

    init(_ values: SettingValues) {
        let megabytes = values.integer("disk") ?? Self.usualDisk
        memoryByteCount = (values.integer("memory") ?? Self.usualMemory) * Self.megabyte
        diskByteCount = megabytes == 0 ? 0 : max(Self.leastDisk, megabytes) * Self.megabyte
    }
}

extension SettingTree {
    /// The settings of the cache.
    static let cache = SettingGroup(
        noun: "setting of the cache",
        members: [
            SettingLeaf(
                path: .cache.appending("disk"), form: .value(.integer(0...1_000_000)),
                defaultValue: .integer(CacheConfiguration.usualDisk),
                help:
                    "The maximum size of the cache on disk, in megabytes; 0 turns it off, and 1 to 15 count as 16."
            ),
            SettingLeaf(
                path: .cache.appending("memory"), form: .value(.integer(0...100_000)),
                defaultValue: .integer(CacheConfiguration.usualMemory),
                help: "How many megabytes of the cache a long-running program also keeps in memory."),
        ].map(SettingGroup.Member.init))
}

extension SettingPath {
    static let cache = SettingPath("cache")
}
