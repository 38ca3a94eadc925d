public import ForageCore

extension Configuration {
    /// The configuration that the command would have here: the person's files and keys, and every provider there is,
    /// built in and defined.
    ///
    /// - Parameters:
    ///   - environment: The environment's variables: where the files are, settings and keys.
    ///   - others: Providers of your own.
    ///   - folder: Where the definitions are that come with Forage, as ``Definitions`` has it.
    ///   - warn: Is told what is wrong with definitions that make no provider.
    /// - Returns: The configuration.
    /// - Throws: ``ForageCore/ConfigurationFault`` with everything that is wrong.
    public static func ofThisPerson(
        environment: [String: String], besides others: [Registration] = [], shippedIn folder: String? = nil,
        warn: (ConfigurationProblem) -> Void = { _ in }
    ) throws(ConfigurationFault) -> Configuration {
        let files = ConfigurationFiles(environment: environment)
        let compiled = Forage.builtIn + others
        let definitions = Definitions(files, environment: environment, besides: compiled, shippedIn: folder)
        definitions.problems.forEach(warn)
        return try Configuration(files, compiled + definitions.registrations, environment: environment)
    }

    /// The configuration that files and the command line come to, for these providers.
    package init(
        _ files: ConfigurationFiles, flags: [ConfigurationLayer.Flag] = [], _ registrations: [Registration],
        environment: [String: String]
    ) throws(ConfigurationFault) {
        try self.init(
            layers: files.layers + [.flags(flags)], registrations: registrations, environment: environment,
            credentials: files.credentials)
    }
}
