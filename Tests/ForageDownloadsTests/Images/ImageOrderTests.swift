import ForageCore
import TestWording
import Testing

@testable import ForageDownloads

@Suite("Messages to the image program")
struct ImageOrderTests {
    @Test("an order reads back from its line", arguments: orders)
    func arrives(order: ImageOrder) {
        #expect(ImageOrder(line: order.line) == order)
        #expect(!order.line.contains(UInt8(ascii: "\n")))
    }

    static let orders = [
        ImageOrder(.file("/a b/\n\"ü.svg"), .make(.init(ImageTransform(), to: "/new"))),
        ImageOrder(
            .bytes([0, 255, 10]),
            .make(
                .init(
                    ImageTransform(width: 3, height: 4, fit: .fill, format: .webp, pixelRatio: 1.25),
                    to: "/x", keepingMetadata: true))),
        ImageOrder(.file("a"), .draw(ImageDrawing(.sixel, colours: .few, columns: 80, rows: 20))),
    ]

    @Test(
        "a truncated, incomplete or foreign line is no order",
        arguments: [
            "", "{", "[]", #"{"version":1}"#, #"{"version":2,"from":"a","to":"b","metadata":true}"#,
            #"{"version":1,"from":"a"}"#,
            #"{"version":1,"to":"b","metadata":true}"#,
            #"{"version":1,"base64":"?","to":"b","metadata":true}"#,
            #"{"version":1,"from":"a","as":"kitty","colours":"all","columns":0,"rows":1,"cellWidth":1,"cellHeight":1}"#,
        ])
    func refuses(line: String) {
        #expect(ImageOrder(line: Array(line.utf8)) == nil)
    }

    @Test("an answer reads back from its line", arguments: answers)
    func isAnswered(answer: ImageAnswer) {
        #expect(ImageAnswer(line: answer.line) == answer)
    }

    static let answers =
        [ImageAnswer.drawn("\u{1B}[0m\n"), .refused(Wording.Pictures.empty), .noRoom("it is full")]
        + [PixelSize(width: 3, height: 4)].compactMap(\.self).map {
            .made(MadeImage(format: .jpg, size: $0))
        }

    @Test(
        "limits read back from their arguments",
        arguments: [["1", "2"], ["1", "2", "x"], ["1", "2", "0"], []])
    func limits(others: [String]) {
        let limits = ImageLimits(pixelCount: 5, memory: 6, processorTime: 7)
        #expect(ImageLimits(arguments: limits.arguments) == limits)
        #expect(ImageLimits(arguments: others) == nil)
    }
}
