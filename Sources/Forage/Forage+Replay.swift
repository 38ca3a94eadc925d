package import ForageCore
internal import ForageDefinitions
internal import ForageNetwork
package import ForageReplay
internal import ForageSearch

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
    /// - Throws: ``ForageReplay/BundleFault`` where it does not fit this build.
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

    /// Searches once more as a bundle has it.
    ///
    /// - Parameters:
    ///   - query: What was searched for.
    ///   - place: Which part of the list was wanted.
    ///   - replay: What was recorded; this Forage was put together of it.
    /// - Returns: What happened, in the order in which it did.
    package func search(
        _ query: Query, at place: ListPlace, playing replay: Replay
    ) -> any AsyncSequence<SearchEvent, Never> & Sendable {
        let everyone = replay.bundle.asked + replay.bundle.skipped.map(\.provider)
        return replay.playing(search(query, on: everyone, at: place, within: .seconds(60)))
    }
}
