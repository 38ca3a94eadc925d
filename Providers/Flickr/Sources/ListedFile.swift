/// How lists name one of a photo's files: `url_z` with `width_z` and `height_z`.
final class ListedFile: Sendable {
    let name: String
    /// How long the longer side is where a record does not say.
    let edge: Int
    let widthKey: String
    let heightKey: String

    private init(_ name: String, edge: Int) {
        self.name = name
        self.edge = edge
        widthKey = "width_" + name
        heightKey = "height_" + name
    }

    /// What the keys of all addresses begin with.
    static let beginning = "url_"

    var isOriginal: Bool { name == "o" }

    /// From the smallest to the original.
    static let all = [
        ("sq", 75), ("t", 100), ("q", 150), ("s", 240), ("n", 320), ("w", 400), ("m", 500), ("z", 640),
        ("c", 800), ("l", 1024), ("h", 1600), ("k", 2048), ("3k", 3072), ("4k", 4096), ("f", 4096),
        ("5k", 5120), ("6k", 6144), ("o", 0),
    ].map { ListedFile($0, edge: $1) }
}
