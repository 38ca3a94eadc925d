/// Where one setting comes from, as exactly as can be said.
public struct SettingOrigin: Hashable, Sendable {
    /// The layer.
    public let layer: ConfigurationLayer.Origin
    /// Where in a file.
    public let position: Position?
    /// Which variable or flag.
    public let name: String?

    /// A place in a file; the first line and the first column are 1.
    public struct Position: Hashable, Sendable {
        /// The line.
        public let line: Int
        /// The column, counted in Unicode scalars.
        public let column: Int
    }

    static let defaults = SettingOrigin(.defaults)

    init(_ layer: ConfigurationLayer.Origin, at position: Position? = nil, name: String? = nil) {
        self.layer = layer
        self.position = position
        self.name = name
    }
}

extension SettingOrigin: CustomStringConvertible {
    /// The origin as it stands before a message: `config.json:7:13`, `FORAGE_TIMEOUT`, `--timeout`.
    public var description: String {
        if let name { return name.onOneLine }
        guard let path = layer.path else { return "built in" }
        return path.onOneLine + (position.map { ":\($0.line):\($0.column)" } ?? "")
    }
}
