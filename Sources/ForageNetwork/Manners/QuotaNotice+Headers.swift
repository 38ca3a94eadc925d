internal import Essentials
internal import ForageCore

extension QuotaNotice {
    /// Reads what services write of their quota; nil where there is no such thing, or nonsense.
    init?(_ headers: Headers, at now: Date) {
        func number(_ name: String) -> Int? {
            for prefix in ["X-RateLimit-", "RateLimit-"] {
                guard let value = headers[prefix + name] else { continue }
                return Int(value.prefix { $0.isASCII && $0.isNumber })
            }
            return nil
        }
        guard let remaining = number("Remaining") else { return nil }
        self.init(
            limit: number("Limit"), remaining: remaining,
            reset: number("Reset").flatMap { Self.date($0, at: now) })
    }

    /// Some count the seconds from now, some from 1970.
    private static func date(_ number: Int, at now: Date) -> Date? {
        let seconds = TimeInterval(number)
        let isTime = seconds > longestPeriod
        let date = isTime ? Date(timeIntervalSince1970: seconds) : now + seconds
        return date > now && date <= now + longestPeriod ? date : nil
    }

    /// No service counts for longer.
    private static let longestPeriod: TimeInterval = 366 * 24 * 3600
}
