import ForageCore

extension ConfigurationLayer {
    static func user(_ text: String, at path: String = "/home/me/.config/forage/config.json") -> Self {
        .userFile(path, .bytes(Array(text.utf8)))
    }

    static func named(_ text: String, at path: String = "/tmp/named.json") -> Self {
        .namedFile(path, .bytes(Array(text.utf8)))
    }

    /// A configuration file of the current folder, with the `$schema` that marks it as Forage's.
    static func project(_ members: String) -> Self {
        .projectFile("config.json", .bytes(Array("{\"$schema\": \"urn:forage:config:1\", \(members)}".utf8)))
    }
}

extension Configuration {
    init(
        _ layers: ConfigurationLayer..., environment: [String: String] = [:],
        credentials: CredentialsFile? = nil
    ) throws(ConfigurationError) {
        try self.init(
            layers: layers, registrations: Registration.madeUp, environment: environment,
            credentials: credentials)
    }
}

/// The permissions that would solve the problems of these layers.
func remedies(_ layers: ConfigurationLayer...) -> [ConfigurationProblem.Remedy?] {
    do {
        _ = try Configuration(layers: layers, registrations: Registration.madeUp)
        return []
    } catch {
        return error.problems.map(\.remedy)
    }
}

/// The problems that prevent these layers from loading, one per line.
func problems(
    _ layers: ConfigurationLayer..., environment: [String: String] = [:], credentials: CredentialsFile? = nil
) -> [String] {
    do {
        _ = try Configuration(
            layers: layers, registrations: Registration.madeUp, environment: environment,
            credentials: credentials)
        return []
    } catch {
        return error.problems.map(\.description)
    }
}
