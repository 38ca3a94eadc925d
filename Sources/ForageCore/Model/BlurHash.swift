internal import Platform

/// A short text that describes a blurred picture: its mean colour and its coarsest frequency components.
public struct BlurHash: Hashable, Sendable, CustomStringConvertible {
    /// The BlurHash text.
    public let description: String

    /// Checks a text from outside; nil if it is not a valid BlurHash.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count >= 6, bytes.count <= 166, bytes.allSatisfy({ Self.digit($0) != nil }) else {
            return nil
        }
        description = text
        let size = number(0..<1)
        guard size < 81, bytes.count == 4 + 2 * columns * rows, number(2..<6) <= 0xff_ffff else { return nil }
        for place in 1..<columns * rows where number(letters(of: place)) >= 19 * 19 * 19 { return nil }
    }

    /// The number of horizontal components, including the constant one.
    private var columns: Int { number(0..<1) % 9 + 1 }
    /// The number of vertical components, including the constant one.
    private var rows: Int { number(0..<1) / 9 + 1 }

    private func letters(of place: Int) -> Range<Int> { 4 + 2 * place..<6 + 2 * place }

    /// The number encoded by the letters at these positions.
    private func number(_ places: Range<Int>) -> Int {
        let bytes = description.utf8.span
        return places.reduce(0) { $0 * 83 + Int(Self.digit(bytes[$1]) ?? 0) }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        let digit = digits[Int(byte)]
        return digit < 83 ? digit : nil
    }

    private static let digits: [UInt8] = {
        var digits = [UInt8](repeating: 83, count: 256)
        for (place, letter) in alphabet.enumerated() { digits[Int(letter)] = UInt8(place) }
        return digits
    }()

    /// The digits of base 83, in order of value.
    static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
}

extension BlurHash {
    /// Computes the hash of a picture.
    ///
    /// - Parameters:
    ///   - pixels: Red, green, blue and opacity of every pixel, row by row.
    ///   - width: The number of pixels in a row.
    ///   - columns: The number of horizontal components, from 1 to 9.
    ///   - rows: The number of vertical components, from 1 to 9.
    /// - Returns: The hash; nil if there are no pixels.
    package static func of(_ pixels: [UInt8], width: Int, columns: Int = 4, rows: Int = 3) -> BlurHash? {
        guard width > 0, pixels.count >= 4 * width, pixels.count % (4 * width) == 0 else { return nil }
        let height = pixels.count / 4 / width
        var components: [[Double]] = []
        for row in 0..<rows {
            for column in 0..<columns {
                components.append(component(column, row, of: pixels, width, height))
            }
        }
        let greatest = components.dropFirst().flatMap { $0.map(abs) }.max() ?? 0
        let scale = min(82, max(0, Int((greatest * 166 - 0.5).rounded(.down))))
        var text = encoded(columns - 1 + (rows - 1) * 9, digits: 1) + encoded(scale, digits: 1)
        let mean = components[0].map(screenValue)
        text += encoded(mean[0] << 16 | mean[1] << 8 | mean[2], digits: 4)
        for component in components.dropFirst() {
            let levels = component.map { level($0 / (Double(scale + 1) / 166)) }
            text += encoded(levels[0] * 361 + levels[1] * 19 + levels[2], digits: 2)
        }
        return BlurHash(text)
    }

    private static func component(
        _ column: Int, _ row: Int, of pixels: [UInt8], _ width: Int, _ height: Int
    ) -> [Double] {
        var sums = [0.0, 0.0, 0.0]
        for y in 0..<height {
            let vertical = cos(Double.pi * Double(row) * Double(y) / Double(height))
            for x in 0..<width {
                let weight = vertical * cos(Double.pi * Double(column) * Double(x) / Double(width))
                for channel in 0..<3 {
                    sums[channel] += weight * linear[Int(pixels[4 * (y * width + x) + channel])]
                }
            }
        }
        let norm = (column == 0 && row == 0 ? 1.0 : 2.0) / Double(width * height)
        return sums.map { $0 * norm }
    }

    /// The physical brightness of each value of a screen.
    private static let linear = (0..<256).map { value in
        let part = Double(value) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }

    private static func screenValue(_ brightness: Double) -> Int {
        let part = min(1, max(0, brightness))
        return Int(((part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055) * 255).rounded())
    }

    /// One of 19 levels for a number from -1 to 1.
    private static func level(_ number: Double) -> Int {
        let root = number < 0 ? -(-number).squareRoot() : number.squareRoot()
        return min(18, max(0, Int((root * 9 + 9.5).rounded(.down))))
    }

    private static func encoded(_ number: Int, digits: Int) -> String {
        var (text, rest): ([UInt8], Int) = ([], number)
        for _ in 0..<digits {
            text.append(alphabet[rest % 83])
            rest /= 83
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }
}
