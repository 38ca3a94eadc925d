internal import Platform

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
