/// When the steps of an exchange were at their end, in microseconds from its start; 0 for a step that was not taken,
/// such as the look-up of a name on a connection that was there.
package struct TransferTimings: Hashable, Sendable, CustomStringConvertible {
    package var lookUp = 0
    package var connection = 0
    package var security = 0
    package var firstByte = 0
    package var total = 0

    package init() {}

    package var description: String {
        let steps = [
            ("name", lookUp), ("connected", connection), ("TLS", security), ("first byte", firstByte),
            ("all", total),
        ]
        return steps.filter { $0.1 > 0 }.map { "\($0.0) \(Self.milliseconds($0.1))" }.joined(separator: ", ")
            + " ms"
    }

    /// With one digit behind the point.
    private static func milliseconds(_ microseconds: Int) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
