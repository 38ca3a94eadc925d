internal import ForageCore
internal import ForageSearch
internal import Judging
internal import Timing

/// Times making one list of many against sorting the same items once, and tells how good the lists are that come
/// of it.
///
/// `--short` takes fewer rounds.
@main
struct FusionBenchmark {
    static func main() {
        let rounds = CommandLine.arguments.contains("--short") ? 5 : 21
        race(rounds: rounds)
        grow(rounds: rounds)
        for setting in [JudgedSetting.equal(seed: 1), .oneGood(seed: 1)] { judge(setting) }
        judge(JudgedSetting.various(seed: 1))
    }

    private static func race(rounds: Int) {
        let many = ManyLists(providers: 64, items: 500)
        let times = Stopwatch(rounds: rounds).race {
            use(many.lists.fused().count)
        } _: {
            use(many.items.sorted { $0.id < $1.id }.count)
        }
        print(
            "Fusion: 64 providers × 500 items  \(hundredths(times.first)) ms  sorting them once"
                + "  \(hundredths(times.second)) ms  ratio \(hundredths(times.first / times.second)) ×"
                + "  (at most 3.00 ×)")
    }

    /// Twice and four times as many items take twice and four times as long.
    private static func grow(rounds: Int) {
        let times = [1, 2, 4].map { factor in
            let many = ManyLists(providers: 64, items: 250 * factor)
            return Stopwatch(rounds: rounds).race {
                use(many.lists.fused().count)
            } _: {
            }.first
        }
        let counts = ["16,000", "32,000", "64,000"]
        let parts = zip(counts, times).map { count, time in
            "\(count) items \(hundredths(time)) ms (\(hundredths(time / times[0])) ×)"
        }
        print("Fusion: " + parts.joined(separator: "  "))
    }

    private static func judge(_ setting: JudgedSetting) {
        let best = setting.best
        let fused = setting.fused
        print(
            "Fusion: mean nDCG@10 of \(JudgedSetting.queryCount) queries, \(setting.name)"
                + "  best provider \(thousandths(best))  fused \(thousandths(fused))"
                + "  SearXNG's formula \(thousandths(setting.multiplied))"
                + "  \(fused >= best ? "kept" : "MISSED") (at least the best provider's)")
    }

    private static func judge(_ settings: [JudgedSetting]) {
        func mean(_ quality: (JudgedSetting) -> Double) -> Double {
            settings.reduce(0) { $0 + quality($1) } / Double(settings.count)
        }
        let worse = settings.count { $0.fused < $0.best }
        print(
            "Fusion: mean nDCG@10 of \(settings.count) various settings"
                + "  best provider \(thousandths(mean(\.best)))  fused \(thousandths(mean(\.fused)))"
                + "  SearXNG's formula \(thousandths(mean(\.multiplied)))  worse than the best provider in \(worse)"
        )
    }

    private static func thousandths(_ share: Double) -> String {
        let digits = String(1_000 + Int((share * 1000).rounded()))
        return "\(share >= 0.9995 ? 1 : 0).\(digits.suffix(3))"
    }

    /// Keeps the work from being left out.
    @inline(never)
    private static func use(_ count: Int) { precondition(count > 0) }
}
