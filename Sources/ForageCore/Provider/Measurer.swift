/// Reads the size of a picture from the picture itself.
public protocol Measurer: Sendable {
    /// Measures one picture.
    ///
    /// - Parameters:
    ///   - url: Where the picture is; a stranger's word.
    ///   - deadline: When the size is of no more use.
    /// - Returns: The size in pixels.
    /// - Throws: ``MeasuringError`` when there is no size to be had.
    func size(of url: WebURL, by deadline: ContinuousClock.Instant) async throws(MeasuringError) -> PixelSize
}

/// Why something cannot be measured.
public struct MeasuringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in half a sentence.
    public let reason: String

    /// Says why.
    public init(_ reason: String) { self.reason = reason }

    /// The text as it is printed.
    public var description: String { reason }

    /// Says that there was no time to learn the size of a picture.
    package static func late(_ url: WebURL) -> MeasuringError {
        MeasuringError("\(url.host) had not answered in time")
    }

    /// Says that nobody waited for the size any more.
    package static let interrupted = MeasuringError("the search was interrupted")
}

extension Item {
    /// The file whose size would tell the item's shape, where nobody stated one: the largest picture it has.
    package var urlToMeasure: WebURL? {
        guard size == nil else { return nil }
        return renditions.last(where: \.isPicture)?.url
    }

    /// Takes note of a size that was read from a file of the item.
    package mutating func note(_ size: PixelSize, measuredAt url: WebURL) {
        for index in renditions.indices where renditions[index].url == url && renditions[index].size == nil {
            renditions[index].size = size
            renditions[index].sizeSource = .measured
        }
    }
}
