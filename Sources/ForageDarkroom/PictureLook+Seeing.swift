internal import ForageCore
internal import Pictures

extension PictureLook {
    /// What a picture is brought into to be looked at: what stands in a BlurHash is coarser by far.
    static let frame = PictureFrame(width: 64, height: 64, manner: .shrink)

    /// Looks at a picture of this size.
    init(of bytes: PictureBytes, _ size: PictureSize) throws(PictureFault) {
        guard !bytes.mayBeDrawing else { throw PictureFault("a drawing is not a photo") }
        let small = try Picture(bytes, in: Self.frame).onWhite()
        let seen = small.size
        // Whoever held the camera on its side has the head say so, and the size as it lay.
        let isTurned = (size.width > size.height) != (seen.width > seen.height)
        let (width, height) = isTurned ? (size.height, size.width) : (size.width, size.height)
        guard let hash = BlurHash(pixels: try small.pixels(), width: seen.width),
            let whole = PixelSize(width: width, height: height)
        else { throw PictureFault("it has no such pixels") }
        self.init(hash, size: whole)
    }
}
