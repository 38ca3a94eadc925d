/// What a picture was taken with, in the source's own words.
public struct Camera: Hashable, Sendable {
    /// Maker and model.
    public var name: String?
    /// The exposure time, such as `1/125`.
    public var exposure: String?
    /// The aperture, such as `4.0`.
    public var aperture: String?
    /// The focal length, such as `37.0`.
    public var focalLength: String?
    /// The sensitivity.
    public var iso: Int?

    /// Describes a camera; nil when nothing is known of it.
    public init?(
        name: String?, exposure: String? = nil, aperture: String? = nil, focalLength: String? = nil,
        iso: Int? = nil
    ) {
        guard name != nil || exposure != nil || aperture != nil || focalLength != nil || iso != nil else {
            return nil
        }
        self.name = name
        self.exposure = exposure
        self.aperture = aperture
        self.focalLength = focalLength
        self.iso = iso
    }
}
