internal import ForageCore

extension Duration {
    /// How often the unit fits, rounded and within bounds, for durations come from outside too.
    func count(of unit: Duration) -> Int {
        Int(max(0, min(self / unit, 1e15)).rounded())
    }

    /// As people say it: `214 ms`, `1.3 s`, `5 min`, `3 h`, `2 d`.
    var inWords: String {
        switch self {
        case ..<(.milliseconds(999.5)): "\(count(of: .milliseconds(1))) ms"
        case ..<(.seconds(60)): "\(Double(count(of: .milliseconds(100))) / 10) s"
        case ..<(.seconds(3600)): "\(count(of: .seconds(60))) min"
        case ..<(.seconds(86_400)): "\(count(of: .seconds(3600))) h"
        default: "\(count(of: .seconds(86_400))) d"
        }
    }

    /// How old something is that is stored with the second in which it came: `3 h old`.
    var asAge: String { self < .seconds(1) ? "under 1 s old" : "\(inWords) old" }

    /// How long something plays: `4:05`, `1:02:03`.
    var asPlayingTime: String {
        let total = count(of: .seconds(1))
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        let end = seconds.written(in: 2)
        return hours > 0 ? "\(hours):\(minutes.written(in: 2)):\(end)" : "\(minutes):\(end)"
    }
}
