internal import ForageCore
internal import Platform

/// A path component that is valid on every file system, made from untrusted text.
///
/// It contains no separators, no characters with a special meaning to a system or to a shell's globbing, and nothing
/// invisible. It is no reserved name of Windows, has no dot or hyphen at the start and no dot or space at the end, has
/// one spelling of every letter, and is short.
enum SafeName {
    /// A part of a component.
    struct Part {
        let text: String
        /// True if other parts are cut instead of this one.
        let isWhole: Bool

        init(_ text: String, isWhole: Bool = false) {
            self.text = text
            self.isWhole = isWhole
        }
    }

    /// The greatest number of bytes of a name, including its extension. The name of a sidecar is longer.
    static let greatestByteCount = 200
    /// The number of those bytes for an extension and its dot.
    static let extensionRoom = 6

    /// The component from these parts and an ending, cut so that the given number of bytes remains free after it.
    static func text(of parts: [Part], ending: String = "", leaving room: Int = 0) -> String {
        let limit = greatestByteCount - room - ending.utf8.count - 1
        let cleaned = parts.map {
            Part($0.isWhole ? wholeName($0.text) : clean($0.text), isWhole: $0.isWhole)
        }
        let name = fitted(cleaned, limit).map(\.text).joined().composed
        return unreserved(trimmed(name)) + ending
    }

    /// Cuts the longest parts to the same length, so that all parts fit.
    private static func fitted(_ parts: [Part], _ limit: Int) -> [Part] {
        let lengths = parts.map(\.text.utf8.count)
        guard lengths.reduce(0, +) > limit else { return parts }
        var room = max(0, zip(parts, lengths).reduce(limit) { $1.0.isWhole ? $0 - $1.1 : $0 })
        var parts = parts
        // A part that is shorter than its share leaves the rest to longer ones.
        let shortestFirst = parts.indices.filter { !parts[$0].isWhole }.sorted { lengths[$0] < lengths[$1] }
        for (number, index) in shortestFirst.enumerated() {
            let share = room / (shortestFirst.count - number)
            if lengths[index] > share { parts[index] = Part(parts[index].text.cut(toByteCount: share)) }
            room -= parts[index].text.utf8.count
        }
        return parts
    }

    /// An ID is never cut at its end; if it is too long for any name, it is shortened and a digest is added.
    private static func wholeName(_ text: String) -> String {
        let name = clean(text)
        let edges = name.withSafeEdges
        guard edges.utf8.count > longestWhole else { return edges }
        let digest = (try? Digest.sha256.of(Array(text.utf8))) ?? []
        let start = String(edges.prefix(24))
        return start + "-" + digest.prefix(12).hex
    }

    private static let longestWhole = 150

    /// Removes invisible characters, replaces special characters, and reduces white space to single spaces.
    private static func clean(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(2_000) {
            if scalar.isControl, !scalar.properties.isWhitespace { continue }
            scalars.append(forbidden.contains(scalar) ? "_" : scalar)
        }
        let isSpaced = (
            scalars.first?.properties.isWhitespace == true, scalars.last?.properties.isWhitespace == true
        )
        let line = String(scalars).printable().composed
        return (isSpaced.0 ? " " : "") + line + (isSpaced.1 && !line.isEmpty ? " " : "")
    }

    private static let forbidden: [Unicode.Scalar] = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]

    private static func trimmed(_ name: String) -> String {
        var name = Substring(name.withSingleSpaces)
        while name.last == "." || name.last == " " { name.removeLast() }
        // Programs would hide a name with a dot at the start, and take one with a hyphen for an option.
        return name.first == "." || name.first == "-" ? "_" + name.dropFirst() : String(name)
    }

    /// Changes names that Windows reserves for devices, with or without an extension.
    private static func unreserved(_ name: String) -> String {
        guard !name.isEmpty else { return "_" }
        let base = name.prefix { $0 != "." }
        guard devices.contains(base.trimmingWhitespace().uppercased()) else { return name }
        return base + "_" + name.dropFirst(base.count)
    }

    private static let devices: Set<String> = {
        let numbers = (0...9).map(String.init) + ["¹", "²", "³"]
        let ports = ["COM", "LPT"].flatMap { port in numbers.map { port + $0 } }
        return Set(["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"] + ports)
    }()
}

extension String {
    /// The longest beginning of whole characters with at most that many bytes.
    func cut(toByteCount limit: Int) -> String {
        var byteCount = 0
        return String(
            prefix { character in
                byteCount += character.utf8.count
                return byteCount <= limit
            })
    }

    /// The text without characters that a name cannot have at its ends.
    fileprivate var withSafeEdges: String {
        var name = self
        if name.first?.isUnsafeEdge == true { name = "_" + name.dropFirst() }
        if name.last?.isUnsafeEdge == true { name = name.dropLast() + "_" }
        return name
    }
}

extension Unicode.Scalar {
    /// Indicates whether it is in Unicode's category Control, which is closed to new characters.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension Character {
    fileprivate var isUnsafeEdge: Bool { self == "." || isWhitespace }
}
