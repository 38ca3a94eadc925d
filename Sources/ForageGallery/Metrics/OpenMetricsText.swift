/// Writes figures as OpenMetrics 1.0 has them.
struct OpenMetricsText {
    static let mediaType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

    enum Kind: String {
        case counter, gauge, histogram, info
    }

    private var text = ""

    /// Begins figures of one name; their samples follow.
    mutating func family(_ name: String, _ kind: Kind, unit: String? = nil, _ help: String) {
        text += "# TYPE \(name) \(kind.rawValue)\n"
        if let unit { text += "# UNIT \(name) \(unit)\n" }
        text += "# HELP \(name) \(Self.escaped(help))\n"
    }

    /// One figure.
    mutating func sample(
        _ name: String, _ labels: KeyValuePairs<String, String>, _ value: some CustomStringConvertible
    ) {
        let labels = labels.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
        text += name + (labels.isEmpty ? "" : "{\(labels)}") + " \(value)\n"
    }

    /// The only figure of its name.
    mutating func sample(_ name: String, _ value: some CustomStringConvertible) { sample(name, [:], value) }

    /// The whole, at its end.
    consuming func finished() -> String { text + "# EOF\n" }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += #"\\"#
            case "\"": escaped += #"\""#
            case "\n": escaped += #"\n"#
            default: escaped.append(character)
            }
        }
    }
}
