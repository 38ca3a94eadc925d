extension Configuration {
    /// Merges what was found into a configuration.
    ///
    /// - Parameters:
    ///   - layers: The files and flags, in any order; each kind has its own strength.
    ///   - registrations: The providers of this build.
    ///   - environment: The environment's variables, for settings and keys.
    ///   - credentials: The file of keys.
    /// - Throws: ``ConfigurationFault`` with everything that is wrong, not only the first.
    public init(
        layers: [ConfigurationLayer] = [], registrations: [Registration], environment: [String: String] = [:],
        credentials: CredentialsFile? = nil
    ) throws(ConfigurationFault) {
        let tree = SettingTree(registrations)
        let abouts = registrations.map(\.about)
        var loader = ConfigurationLoader(layers, tree: tree, environment: environment)
        loader.refuseTwins(among: abouts)
        loader.refuseHomelessPaths()
        let allowances = Allowances(loader.assignments, of: abouts)
        loader.refuse(allowances.refusal)
        let credentials = Credentials(credentials, of: abouts)
        loader.note(credentials.problems)
        let settings = ResolvedSettings(loader.resolvedAssignments, tree: tree)
        var finder = KeyFinder(settings, environment: environment, credentials: credentials)
        let providers = loader.providers(registrations, settings) { finder.keys(of: $0) }
        let cloudinary = loader.cloudinary(settings, finder)
        let bases = loader.bases(of: providers, settings)
        guard loader.problems.isEmpty else { throw ConfigurationFault(problems: loader.problems) }

        keyRing = KeyRing(finder.secrets, allowedOrigins: allowances.origins)
        let strangers = loader.basesOfProjects(of: providers, settings).subtracting(allowances.origins)
        originMap = OriginMap(bases, strangers: strangers)
        files = loader.files
        self.settings = settings
        self.providers = providers
        self.cloudinary = cloudinary
        cache = CacheConfiguration(settings.values(inside: .cache))
        let general = settings.values(inside: SettingPath())
        timeout = general.duration("timeout") ?? .seconds(SettingTree.usualTimeout)
        limit = general.integer("limit") ?? Query.usualLimit
        format = general.text("format").flatMap(OutputFormat.init)
        measures = general.flag("measure")
        contact = general.text("contact")
    }
}

extension ConfigurationLoader {
    /// One name for two providers would leave one of them unreachable.
    fileprivate mutating func refuseTwins(among abouts: [About]) {
        var met: Set<ProviderID> = []
        for about in abouts where !met.insert(about.id).inserted {
            note("two providers are called \"\(about.id)\"; give one of them another name", at: .defaults)
        }
    }
}
