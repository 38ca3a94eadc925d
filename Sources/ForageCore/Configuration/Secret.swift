/// A key. It has no description, cannot be encoded, and is read only where it is put on the wire.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let value: String

    /// Takes a key; nil when it is blank or could break out of a header line.
    package init?(_ value: String) {
        let value = value.trimmingWhitespace()
        guard !value.isEmpty, value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        self.value = String(value)
    }

    /// Hands the key to the code that sends it.
    package func reveal<Result>(_ body: (String) throws -> Result) rethrows -> Result { try body(value) }

    /// The text as it is printed.
    public var description: String { "(secret)" }

    /// The text as it is printed in debugging.
    public var debugDescription: String { description }

    /// Nothing to look into.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
