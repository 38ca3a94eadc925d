/// A place where a configuration was looked for, and what was found there.
public struct ConfigurationFile: Hashable, Sendable {
    /// Which layer it is, with its path.
    public let layer: ConfigurationLayer.Origin
    /// What was found.
    public private(set) var state: State

    /// Tells what was found of a layer; nil for one that is no file.
    package init?(_ layer: ConfigurationLayer) {
        guard case .file(let content) = layer.content else { return nil }
        self.layer = layer.origin
        state = State(content)
        if case (.projectFile, .bytes(let bytes)) = (layer.origin, content) {
            state = FileReader.state(of: bytes)
        }
    }

    /// Tells what was found of the credentials file.
    package init(_ file: CredentialsFile) {
        layer = .credentialsFile(file.path)
        state = State(file.content)
    }

    /// What was found where a file may be.
    public enum State: Hashable, Sendable {
        /// A file, and it counts.
        case read
        /// Nothing.
        case missing
        /// A file of somebody else: it does not say that it is Forage's.
        case notOurs
        /// A file without a `"$schema"`, so that it may be anybody's.
        case unmarked
        /// A file that could not be read, for this reason.
        case unreadable(String)
    }
}

extension ConfigurationFile.State {
    fileprivate init(_ content: FileContent) {
        switch content {
        case .bytes: self = .read
        case .missing: self = .missing
        case .unreadable(let reason): self = .unreadable(reason)
        }
    }
}
