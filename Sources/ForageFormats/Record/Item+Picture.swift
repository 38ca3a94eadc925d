internal import ForageCore

extension Item {
    /// The width over the height of the picture, where any file of the item tells.
    func aspectRatio(of picture: Rendition) -> Double? { (picture.size ?? size)?.aspectRatio }
}
