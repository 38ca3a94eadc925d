/// The size of a picture follows from its name, so whoever mentions it and whoever draws it agree.
struct PictureSize: Sendable, Equatable {
    let width: Int
    let height: Int

    private static let sizes = [(200, 200), (320, 240), (400, 300), (300, 400), (500, 334), (256, 384)]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(named name: String) {
        (width, height) = Self.sizes[Int(name.stableHash % UInt64(Self.sizes.count))]
    }
}
