/// A parsed number in the form `±significand × 10^exponent`.
struct JSONNumber {
    private let written: ArraySlice<UInt8>
    private let isNegative: Bool
    private var significand: UInt64 = 0
    private var exponent = 0
    /// Indicates whether the significand contains all digits.
    private var isExact = true

    /// Parses a valid JSON number.
    init(_ written: ArraySlice<UInt8>) {
        self.written = written
        isNegative = written.first == .minus
        readDigits()
    }

    /// Returns nil if the text is not a valid JSON number.
    init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.span.number(at: 0)?.end == bytes.count else { return nil }
        self.init(bytes[...])
    }

    /// The number as an integer; nil if it has a fraction or does not fit.
    var integer: Int? {
        guard isExact else { return nil }
        if significand == 0 { return 0 }
        var magnitude = significand
        for _ in 0..<max(exponent, 0) {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflow else { return nil }
            magnitude = product
        }
        // The last digit of the significand is not 0, so a negative exponent means that there is a fraction.
        guard exponent >= 0 else { return nil }
        if isNegative { return magnitude == Int.min.magnitude ? Int.min : Int(exactly: magnitude).map(-) }
        return Int(exactly: magnitude)
    }

    /// The nearest double; nil if the number is too large.
    var double: Double? {
        if let double = quickDouble { return double }
        guard let double = Double(String(decoding: written, as: UTF8.self)), double.isFinite else {
            return nil
        }
        return double
    }

    /// The double for small numbers. It is exact, because both operands are exact and only their product or quotient is
    /// rounded.
    private var quickDouble: Double? {
        guard isExact, significand <= 1 << 53, exponent.magnitude < Self.powersOfTen.count else { return nil }
        let power = Self.powersOfTen[Int(exponent.magnitude)]
        let magnitude = exponent < 0 ? Double(significand) / power : Double(significand) * power
        return isNegative ? -magnitude : magnitude
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}

// MARK: - Reading

extension JSONNumber {
    private mutating func readDigits() {
        var trailingZeros = 0
        var isFraction = false
        for index in written.indices {
            let byte = written[index]
            if byte.isDigit {
                if isFraction { exponent -= 1 }
                trailingZeros += 1
                if byte != .zero {
                    append(UInt64(byte - .zero), scalingBy: trailingZeros)
                    trailingZeros = 0
                }
            } else if byte == .point {
                isFraction = true
            } else if byte != .minus {
                exponent += Self.exponent(written[(index + 1)...])
                break
            }
        }
        exponent += trailingZeros
    }

    private mutating func append(_ digit: UInt64, scalingBy places: Int) {
        for _ in 0..<places where isExact {
            let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
            significand = product
            isExact = !overflow
        }
        let (sum, overflow) = significand.addingReportingOverflow(digit)
        significand = sum
        if overflow { isExact = false }
    }

    /// Parses the exponent, limited to a range that is sufficient.
    private static func exponent(_ written: ArraySlice<UInt8>) -> Int {
        var exponent = 0
        for byte in written where byte.isDigit {
            exponent = min(exponent * 10 + Int(byte - .zero), 1_000_000_000)
        }
        return written.first == .minus ? -exponent : exponent
    }
}
