internal import ForageDownloads

/// The comparison of two pictures, of which one may be a part of the other, such as after cropping or with a border.
struct PictureComparison {
    /// The likeness from which on pictures are the same. That of strangers is far below.
    static let leastLikeness = 0.8
    /// The likeness from which on a closer comparison is worth its time, in few windows and in all.
    private static let leastGlanceLikeness: Float = 0.3
    private static let leastRoughLikeness: Float = 0.4
    /// The greatest part of a side that may be missing.
    private static let greatestLoss = 0.125
    private static let step = 0.025
    /// The number of samples on a side, at first and for the closer comparison.
    private static let (roughCount, fineCount) = (16, 24)
    /// The contrast below which details are only noise.
    private static let leastContrast: Float = 0.25
    /// The contrast below which pictures are smooth. Many of these are alike, so their details must agree better, and
    /// their brightness, too.
    private static let leastRoughContrast: Float = 5
    private static let leastSmoothLikeness = 0.85
    /// The greatest difference in brightness of smooth pictures, and of others. That of strangers is above 50.
    private static let (greatestSmoothDifference, greatestDifference) = (Float(4), Float(40))

    /// The likeness of two pictures: 1 for the same details, and about 0 for unrelated ones; nil if one of them has too
    /// few details.
    static func likeness(_ one: PictureSight, _ other: PictureSight) -> Double? {
        guard let first = Details(one.square), let second = Details(other.square) else { return nil }
        let matches = [greatest(first, in: other.square), greatest(second, in: one.square)]
        let best = matches[0].likeness >= matches[1].likeness ? matches[0] : matches[1]
        let isAlike =
            if first.isSmooth || second.isSmooth {
                best.likeness >= leastSmoothLikeness && best.difference <= greatestSmoothDifference
            } else {
                best.difference <= greatestDifference
            }
        return isAlike ? best.likeness : 0
    }

    /// The details of a whole picture.
    private struct Details {
        let rough: [Float]
        let fine: [Float]
        let samples: [Float]
        let isSmooth: Bool

        init?(_ square: [UInt8]) {
            samples = PictureComparison.samples(of: square, .whole, .whole, fineCount)
            guard
                let rough = details(
                    PictureComparison.samples(of: square, .whole, .whole, roughCount), roughCount),
                let fine = details(samples, fineCount)
            else { return nil }
            (self.rough, self.fine) = (rough.details, fine.details)
            isSmooth = fine.contrast < leastRoughContrast
        }
    }

    /// A part of one side of a picture.
    private struct Window: Hashable {
        let start: Double
        let length: Double

        static let whole = Window(start: 0, length: 1)

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

    /// The best match of a whole picture with a window of another one.
    private struct Match {
        let likeness: Double
        /// The difference in brightness, as the root of the mean square.
        let difference: Float
    }

    private static func greatest(_ whole: Details, in square: [UInt8]) -> Match {
        let glance = best(of: whole.rough, fewWindows, fewWindows, in: square, roughCount)
        guard glance.likeness >= leastGlanceLikeness else {
            return Match(likeness: Double(glance.likeness), difference: .infinity)
        }
        let rough = best(of: whole.rough, windows, windows, in: square, roughCount)
        guard rough.likeness >= leastRoughLikeness else {
            return Match(likeness: Double(rough.likeness), difference: .infinity)
        }
        let fine = best(
            of: whole.fine, rough.horizontal.neighbours, rough.vertical.neighbours, in: square, fineCount)
        var sum: Float = 0
        for (own, other) in zip(whole.samples, samples(of: square, fine.horizontal, fine.vertical, fineCount))
        {
            sum += (own - other) * (own - other)
        }
        return Match(
            likeness: Double(fine.likeness), difference: (sum / Float(whole.samples.count)).squareRoot())
    }

    private static func best(
        of details: [Float], _ horizontals: [Window], _ verticals: [Window], in square: [UInt8], _ count: Int
    ) -> (likeness: Float, horizontal: Window, vertical: Window) {
        let verticals = verticals.map { (window: $0, weights: weights($0, count)) }
        var best = (likeness: Float(-1), horizontal: horizontals[0], vertical: verticals[0].window)
        for horizontal in horizontals {
            let columns = resampledColumns(square, weights(horizontal, count), count)
            for vertical in verticals {
                let samples = resampledRows(columns, vertical.weights, count)
                guard let other = self.details(samples, count)?.details else { continue }
                var sum: Float = 0
                for place in details.indices { sum += details[place] * other[place] }
                if sum > best.likeness { best = (sum, horizontal, vertical.window) }
            }
        }
        return best
    }

    private static let windows = windows(step)
    private static let fewWindows = windows(2 * step)

    private static func windows(_ step: Double) -> [Window] {
        stride(from: 0, through: greatestLoss + 1e-9, by: step).flatMap { loss in
            stride(from: 0, through: loss + 1e-9, by: step).map { Window(start: $0, length: 1 - loss) }
        }
    }

    private static func samples(
        of square: [UInt8], _ horizontal: Window, _ vertical: Window, _ count: Int
    ) -> [Float] {
        resampledRows(
            resampledColumns(square, weights(horizontal, count), count), weights(vertical, count), count)
    }

    /// The parts of the pixels that each sample covers along one side.
    private typealias Weights = [(first: Int, weights: [Float])]

    private static func weights(_ window: Window, _ count: Int) -> Weights {
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

    private static func resampledColumns(_ square: [UInt8], _ weights: Weights, _ count: Int) -> [Float] {
        let side = PictureSight.side
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

    private static func resampledRows(_ columns: [Float], _ weights: Weights, _ count: Int) -> [Float] {
        var result = [Float](repeating: 0, count: count * count)
        for row in 0..<count {
            for (offset, weight) in weights[row].weights.enumerated() {
                let start = (weights[row].first + offset) * count
                for column in 0..<count { result[row * count + column] += weight * columns[start + column] }
            }
        }
        return result
    }

    /// The differences of the samples from their surroundings, with length 1, and their contrast; nil if there are
    /// hardly any. The surroundings reach equally far to opposite sides, so that an even slope has no details.
    private static func details(
        _ samples: [Float], _ count: Int
    ) -> (details: [Float], contrast: Float)? {
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
            let height = min(2, row, count - 1 - row)
            let (top, bottom) = (row - height, row + height + 1)
            for column in 0..<count {
                let width = min(2, column, count - 1 - column)
                let (left, right) = (column - width, column + width + 1)
                let sum =
                    sums[bottom * (count + 1) + right] - sums[top * (count + 1) + right]
                    - sums[bottom * (count + 1) + left] + sums[top * (count + 1) + left]
                let detail = samples[row * count + column] - sum / Float((bottom - top) * (right - left))
                details[row * count + column] = detail
                square += detail * detail
            }
        }
        let contrast = (square / Float(count * count)).squareRoot()
        guard contrast >= leastContrast else { return nil }
        let length = square.squareRoot()
        for place in details.indices { details[place] /= length }
        return (details, contrast)
    }
}
