package import ForageCore
internal import ForageNetwork
internal import ForageProviders

extension Recorder {
    /// Begins to record a run, whose keys it lets into nothing that it writes down.
    ///
    /// - Parameter configuration: How the run is set up.
    package convenience init(of configuration: Configuration) {
        let redaction = Redaction(of: configuration.secrets)
        self.init(redacting: redaction.apply)
    }
}

extension Forage {
    /// How a recorded run was set up, as far as its answer hangs on it. Nothing of this machine is read for it.
    ///
    /// - Parameters:
    ///   - bundle: What was recorded.
    ///   - path: What its file is called.
    /// - Returns: The configuration.
    /// - Throws: ``BundleFault`` where it does not fit this build.
    package static func configuration(
        of bundle: ReplayBundle, at path: String
    ) throws(BundleFault) -> Configuration {
        let definitions = Definitions(bundle.definitions)
        do throws(ConfigurationFault) {
            return try Configuration(
                layers: [.userFile(path, .bytes(Array(bundle.settings.utf8)))],
                registrations: builtIn + definitions.registrations)
        } catch {
            let problems = error.problems.map(\.message).joined(separator: "; ")
            throw BundleFault(in: path, "its settings do not fit this Forage: \(problems)")
        }
    }
}
