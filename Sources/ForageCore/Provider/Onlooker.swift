/// Looks at pictures, to tell how they look.
public protocol Onlooker: Sendable {
    /// Looks at some, for as long as there is time.
    ///
    /// - Parameters:
    ///   - urls: Where the pictures are; strangers' words.
    ///   - deadline: When nobody waits for it any more.
    /// - Returns: How those look that could be looked at in time.
    func looks(of urls: [WebURL], by deadline: ContinuousClock.Instant) async -> [WebURL: PictureLook]
}

/// How a picture looks.
public struct PictureLook: Hashable, Sendable {
    /// The picture in a few letters.
    public let blurHash: BlurHash
    /// Its size, which tells its shape.
    public let size: PixelSize

    /// Says how a picture looks.
    public init(_ blurHash: BlurHash, size: PixelSize) {
        self.blurHash = blurHash
        self.size = size
    }
}
