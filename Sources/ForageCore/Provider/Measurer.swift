/// Reads the size of a picture from its file.
public protocol Measurer: Sendable {
    /// Measures one picture.
    ///
    /// - Parameters:
    ///   - url: The address of the picture, which comes from an untrusted response.
    ///   - deadline: The time after which the size is no longer useful.
    /// - Returns: The size in pixels.
    /// - Throws: ``MeasuringError`` if the size cannot be determined.
    func size(of url: WebURL, by deadline: ContinuousClock.Instant) async throws(MeasuringError) -> PixelSize
}

/// The reason why a picture cannot be measured.
public struct MeasuringError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as a clause.
    public let reason: String

    /// Creates an error with a reason.
    public init(_ reason: String) { self.reason = reason }

    /// The text as it is printed.
    public var description: String { reason }

    /// Returns an error for a server that had not answered in time.
    package static func late(_ url: WebURL) -> MeasuringError {
        MeasuringError("\(url.host) did not answer in time")
    }

    /// The error for a search that was interrupted.
    package static let interrupted = MeasuringError("the search was interrupted")
}

extension Item {
    /// The address of the largest picture of the item, to be measured; nil if a size is known already.
    package var urlToMeasure: WebURL? {
        guard size == nil else { return nil }
        return renditions.last(where: \.isPicture)?.url
    }

    /// Stores a size that was read from a file of the item.
    package mutating func note(_ size: PixelSize, measuredAt url: WebURL) {
        for index in renditions.indices where renditions[index].url == url && renditions[index].size == nil {
            renditions[index].size = size
            renditions[index].sizeSource = .measured
        }
    }
}
