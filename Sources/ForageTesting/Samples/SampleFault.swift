/// Why samples cannot be read.
public struct SampleFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence for people.
    public let description: String

    init(_ description: String) { self.description = description }
}
