/// The size of a picture in pixels; both sides are at least one.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// The horizontal side.
    public let width: Int
    /// The vertical side.
    public let height: Int

    /// Checks a size from outside; nil for sides below one or over a million.
    public init?(width: Int?, height: Int?) {
        guard let width, let height, Self.side.contains(width), Self.side.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// The width divided by the height.
    public var aspectRatio: Double { Double(width) / Double(height) }

    /// The text as it is printed.
    public var description: String { "\(width)×\(height)" }

    private static let side = 1...1_000_000
}
