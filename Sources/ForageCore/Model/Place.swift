/// Where a picture was taken.
public struct Place: Hashable, Sendable {
    /// The name for people.
    public var name: String?
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?

    /// Describes a place; nil when nothing is known of it or its position is not on this planet.
    public init?(name: String?, latitude: Double? = nil, longitude: Double? = nil) {
        let isOnEarth = (latitude.map { abs($0) <= 90 } ?? true) && (longitude.map { abs($0) <= 180 } ?? true)
        guard isOnEarth, name != nil || latitude != nil && longitude != nil else { return nil }
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}
