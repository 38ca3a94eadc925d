/// A place where a configuration was looked for, and what was found there.
public struct ConfigurationFile: Hashable, Sendable {
    /// Which layer it is, with its path.
    public let layer: ConfigurationLayer.Origin
    /// What was found.
    public let state: State

    init(_ layer: ConfigurationLayer.Origin, _ state: State) {
        self.layer = layer
        self.state = state
    }

    /// What was found where a file may be.
    public enum State: Hashable, Sendable {
        /// A file, and it counts.
        case read
        /// Nothing.
        case missing
        /// A file of somebody else: it does not say that it is Forage's.
        case notOurs
        /// A file that could not be read, for this reason.
        case unreadable(String)
    }
}
