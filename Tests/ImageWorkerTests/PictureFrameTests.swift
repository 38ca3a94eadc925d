import ForageCore
import Testing

@testable import ImageWorker

@Suite("Fitting a picture into a frame")
struct PictureFrameTests {
    private static let wide = PictureSize(width: 400, height: 200)

    @Test("a picture is scaled to the expected size", arguments: sizes)
    func size(frame: PictureFrame, width: Int, height: Int) {
        #expect(frame.size(for: Self.wide) == PictureSize(width: width, height: height))
    }

    static let sizes: [(PictureFrame, Int, Int)] = [
        (PictureFrame(), 400, 200),
        (PictureFrame(width: 100), 100, 50),
        (PictureFrame(height: 400), 800, 400),
        (PictureFrame(width: 800, fit: .limit), 400, 200),
        (PictureFrame(width: 100, height: 10, fit: .limit), 20, 10),
        (PictureFrame(width: 1000, height: 1000, fit: .fit), 1000, 500),
        (PictureFrame(width: 30, height: 30, fit: .fill), 30, 30),
        (PictureFrame(width: 30, height: 90, fit: .scale), 30, 90),
        // A single side says nothing about the shape.
        (PictureFrame(width: 100, fit: .scale), 100, 50),
        (PictureFrame(height: 100, fit: .fill), 200, 100),
        (PictureFrame(width: 1), 1, 1),
    ]

    @Test("no size is too large to be computed")
    func counts() {
        let size = PictureFrame(width: .max).size(for: PictureSize(width: 1, height: .max))
        #expect(size.pixelCount > 1e17)
    }
}
