internal import ForageCore
internal import Platform

/// A step of a path that every file system takes, made of whatever a stranger wrote.
///
/// No separators and no signs that mean something to a system or a shell's globbing, nothing invisible, no name that
/// Windows keeps for itself, no dot or hyphen in front, no dot or space at the end, one spelling of every letter, and short.
enum SafeName {
    /// One part of a step.
    struct Part {
        let text: String
        /// Whether the others are cut in its favour.
        let isWhole: Bool

        init(_ text: String, isWhole: Bool = false) {
            self.text = text
            self.isWhole = isWhole
        }
    }

    /// How many bytes a name has at most, its extension included. What stands beside a file adds to that.
    static let greatestByteCount = 200
    /// What an extension and its dot may take of that.
    static let extensionRoom = 6

    /// The step that parts make, with an ending for which they are cut, and room for so many bytes behind it.
    static func text(of parts: [Part], ending: String = "", leaving room: Int = 0) -> String {
        let limit = greatestByteCount - room - ending.utf8.count - 1
        let cleaned = parts.map {
            Part($0.isWhole ? wholeName($0.text) : clean($0.text), isWhole: $0.isWhole)
        }
        let name = fitted(cleaned, limit).map(\.text).joined().composed
        return unreserved(trimmed(name)) + ending
    }

    /// Cuts the longest of what may be cut to one length, so that all of it fits.
    private static func fitted(_ parts: [Part], _ limit: Int) -> [Part] {
        let lengths = parts.map(\.text.utf8.count)
        guard lengths.reduce(0, +) > limit else { return parts }
        var room = max(0, zip(parts, lengths).reduce(limit) { $1.0.isWhole ? $0 - $1.1 : $0 })
        var parts = parts
        // What is shorter than its share leaves the rest to those that are longer.
        let shortestFirst = parts.indices.filter { !parts[$0].isWhole }.sorted { lengths[$0] < lengths[$1] }
        for (number, index) in shortestFirst.enumerated() {
            let share = room / (shortestFirst.count - number)
            if lengths[index] > share { parts[index] = Part(parts[index].text.cut(toByteCount: share)) }
            room -= parts[index].text.utf8.count
        }
        return parts
    }

    /// An id is never cut at its end; one that is too long for any name is told by its digest.
    private static func wholeName(_ text: String) -> String {
        let name = clean(text)
        let edges = name.withSafeEdges
        guard edges.utf8.count > longestWhole else { return edges }
        let digest = (try? Digest.sha256.of(Array(text.utf8))) ?? []
        let start = String(edges.prefix(24))
        return start + "-" + digest.prefix(12).hex
    }

    private static let longestWhole = 150

    /// Without what is invisible or means something, and with single spaces.
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
        // Programs would overlook the one, and take the other for an option.
        return name.first == "." || name.first == "-" ? "_" + name.dropFirst() : String(name)
    }

    /// Windows takes these for devices, whatever stands behind a dot.
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
    /// As many characters as take no more bytes than that.
    func cut(toByteCount limit: Int) -> String {
        var byteCount = 0
        return String(
            prefix { character in
                byteCount += character.utf8.count
                return byteCount <= limit
            })
    }

    /// The text with nothing at its ends that a name cannot have there.
    fileprivate var withSafeEdges: String {
        var name = self
        if name.first?.isUnsafeEdge == true { name = "_" + name.dropFirst() }
        if name.last?.isUnsafeEdge == true { name = name.dropLast() + "_" }
        return name
    }
}

extension Unicode.Scalar {
    /// Unicode's category of that name, which no further signs are ever put into.
    fileprivate var isControl: Bool { value < 0x20 || (0x7F...0x9F).contains(value) }
}

extension Character {
    fileprivate var isUnsafeEdge: Bool { self == "." || isWhitespace }
}
