/// A figure with two digits behind the point.
package func hundredths(_ value: Double) -> String {
    let digits = String(Int((value * 100).rounded()))
    let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
    return "\(padded.dropLast(2)).\(padded.suffix(2))"
}
