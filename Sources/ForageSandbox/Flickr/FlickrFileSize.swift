/// A size in which the service keeps a photo.
struct FlickrFileSize: Sendable {
    /// What lists of photos call it: `url_m`.
    let extra: String
    /// What its file is called by: `_z`.
    let suffix: String
    /// What the list of one photo's sizes calls it.
    let label: String
    let edge: Int

    var isSquare: Bool { extra == "sq" || extra == "q" }
    var hasOwnSecret: Bool { edge >= 1600 }

    static let all = [
        FlickrFileSize(extra: "sq", suffix: "s", label: "Square", edge: 75),
        FlickrFileSize(extra: "q", suffix: "q", label: "Large Square", edge: 150),
        FlickrFileSize(extra: "t", suffix: "t", label: "Thumbnail", edge: 100),
        FlickrFileSize(extra: "s", suffix: "m", label: "Small", edge: 240),
        FlickrFileSize(extra: "n", suffix: "n", label: "Small 320", edge: 320),
        FlickrFileSize(extra: "m", suffix: "", label: "Medium", edge: 500),
        FlickrFileSize(extra: "z", suffix: "z", label: "Medium 640", edge: 640),
        FlickrFileSize(extra: "c", suffix: "c", label: "Medium 800", edge: 800),
        FlickrFileSize(extra: "l", suffix: "b", label: "Large", edge: 1024),
        FlickrFileSize(extra: "h", suffix: "h", label: "Large 1600", edge: 1600),
    ]
}
