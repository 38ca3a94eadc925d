internal import ForageDownloads

/// The comparison of two pictures, of which one may be a part of the other, such as after cropping or with a border.
struct PictureComparison {
    /// The likeness from which on pictures are the same. That of strangers is far below.
    static let leastLikeness = 0.7
    /// The likeness from which on a closer comparison is worth its time.
    private static let leastRoughLikeness: Float = 0.4
    /// The greatest part of a side that may be missing.
    private static let greatestLoss = 0.125
    private static let step = 0.025
    /// The number of samples on a side, at first and for the closer comparison.
    private static let (roughCount, fineCount) = (16, 24)
    /// The least contrast of details. Smooth pictures are too much alike.
    private static let leastContrast: Float = 1.2

    /// The likeness of two pictures: 1 for the same details, and about 0 for unrelated ones; nil if one of them has too
    /// few details.
    static func likeness(_ one: PictureSight, _ other: PictureSight) -> Double? {
        guard let first = Details(one.square), let second = Details(other.square) else { return nil }
        return max(greatest(first, in: other.square), greatest(second, in: one.square))
    }

    /// The details of a whole picture.
    private struct Details {
        let rough: [Float]
        let fine: [Float]

        init?(_ square: [UInt8]) {
            let whole = Window(start: 0, length: 1)
            guard let rough = details(of: square, whole, whole, roughCount),
                let fine = details(of: square, whole, whole, fineCount)
            else { return nil }
            self.rough = rough
            self.fine = fine
        }
    }

    /// A part of one side of a picture.
    private struct Window: Hashable {
        let start: Double
        let length: Double

        /// The windows around it at half the step.
        var neighbours: [Window] {
            let shifts = [-step / 2, 0, step / 2]
            return shifts.flatMap { shift in
                shifts.compactMap { growth in
                    let window = Window(start: max(0, start + shift), length: length + growth)
                    return window.start + window.length <= 1 + 1e-9 ? window : nil
                }
            }
        }
    }

    /// The greatest correlation of a whole picture with any window of another one.
    private static func greatest(_ whole: Details, in square: [UInt8]) -> Double {
        let rough = best(of: whole.rough, windows, windows, in: square, roughCount)
        guard rough.likeness >= leastRoughLikeness else { return Double(rough.likeness) }
        let fine = best(
            of: whole.fine, rough.horizontal.neighbours, rough.vertical.neighbours, in: square, fineCount)
        return Double(fine.likeness)
    }

    private static func best(
        of details: [Float], _ horizontals: [Window], _ verticals: [Window], in square: [UInt8], _ count: Int
    ) -> (likeness: Float, horizontal: Window, vertical: Window) {
        var best = (likeness: Float(-1), horizontal: horizontals[0], vertical: verticals[0])
        for horizontal in horizontals {
            let columns = resampledColumns(square, horizontal, count)
            for vertical in verticals {
                guard let other = self.details(resampledRows(columns, vertical, count), count) else {
                    continue
                }
                var sum: Float = 0
                for place in details.indices { sum += details[place] * other[place] }
                if sum > best.likeness { best = (sum, horizontal, vertical) }
            }
        }
        return best
    }

    private static let windows: [Window] = stride(from: 0, through: greatestLoss + 1e-9, by: step).flatMap {
        loss in
        stride(from: 0, through: loss + 1e-9, by: step).map { Window(start: $0, length: 1 - loss) }
    }

    private static func details(
        of square: [UInt8], _ horizontal: Window, _ vertical: Window, _ count: Int
    ) -> [Float]? {
        details(resampledRows(resampledColumns(square, horizontal, count), vertical, count), count)
    }

    /// The means of the pixels that each sample covers along one side.
    private static func weights(_ window: Window, _ count: Int) -> [(first: Int, weights: [Float])] {
        let side = Double(PictureSight.side)
        return (0..<count).map { number in
            let from = (window.start + window.length * Double(number) / Double(count)) * side
            let to = (window.start + window.length * Double(number + 1) / Double(count)) * side
            let (first, last) = (Int(from), min(PictureSight.side - 1, Int(to.rounded(.up)) - 1))
            let weights = (first...max(first, last)).map { place in
                Float((min(to, Double(place + 1)) - max(from, Double(place))) / (to - from))
            }
            return (first, weights)
        }
    }

    private static func resampledColumns(_ square: [UInt8], _ window: Window, _ count: Int) -> [Float] {
        let (side, weights) = (PictureSight.side, weights(window, count))
        var result = [Float](repeating: 0, count: side * count)
        for row in 0..<side {
            for column in 0..<count {
                var sum: Float = 0
                for (offset, weight) in weights[column].weights.enumerated() {
                    sum += weight * Float(square[row * side + weights[column].first + offset])
                }
                result[row * count + column] = sum
            }
        }
        return result
    }

    private static func resampledRows(_ columns: [Float], _ window: Window, _ count: Int) -> [Float] {
        let weights = weights(window, count)
        var result = [Float](repeating: 0, count: count * count)
        for row in 0..<count {
            for (offset, weight) in weights[row].weights.enumerated() {
                let start = (weights[row].first + offset) * count
                for column in 0..<count { result[row * count + column] += weight * columns[start + column] }
            }
        }
        return result
    }

    /// The differences of the samples from their surroundings, with length 1; nil if there are hardly any.
    private static func details(_ samples: [Float], _ count: Int) -> [Float]? {
        var sums = [Float](repeating: 0, count: (count + 1) * (count + 1))
        for row in 0..<count {
            var line: Float = 0
            for column in 0..<count {
                line += samples[row * count + column]
                sums[(row + 1) * (count + 1) + column + 1] = sums[row * (count + 1) + column + 1] + line
            }
        }
        var (details, square) = ([Float](repeating: 0, count: count * count), Float(0))
        for row in 0..<count {
            let (top, bottom) = (max(0, row - 2), min(count, row + 3))
            for column in 0..<count {
                let (left, right) = (max(0, column - 2), min(count, column + 3))
                let sum =
                    sums[bottom * (count + 1) + right] - sums[top * (count + 1) + right]
                    - sums[bottom * (count + 1) + left] + sums[top * (count + 1) + left]
                let detail = samples[row * count + column] - sum / Float((bottom - top) * (right - left))
                details[row * count + column] = detail
                square += detail * detail
            }
        }
        guard (square / Float(count * count)).squareRoot() >= leastContrast else { return nil }
        let length = square.squareRoot()
        for place in details.indices { details[place] /= length }
        return details
    }
}
