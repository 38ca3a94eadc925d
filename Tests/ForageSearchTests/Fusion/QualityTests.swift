import ForageCore
import ForageSearch
import Judging
import TestPlaces
import Testing

@Suite struct QualityTests {
    @Test(
        "the fused list is on average at least as good as that of the best provider",
        arguments: 1...5)
    func quality(_ seed: Int) {
        for setting in [JudgedSetting.equal(seed: seed), .oneGood(seed: seed)] {
            #expect(setting.fused >= setting.best, "\(setting.name)")
        }
    }

    @Test(
        "in random settings the fused list is better on average, and worse in only a few",
        arguments: 1...Campaign.count(1, of: 20))
    func various(_ seed: Int) {
        let settings = JudgedSetting.various(seed: seed)
        let qualities = settings.map { (fused: $0.fused, best: $0.best) }
        let gain = qualities.reduce(0) { $0 + $1.fused - $1.best } / Double(qualities.count)
        #expect(gain > 0.05)
        #expect(qualities.count { $0.fused < $0.best - 0.002 } * 5 < qualities.count)
    }

    @Test("the quality of a list depends on its first ten results, the earlier the more")
    func measure() {
        let best = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        #expect(JudgedQuery.quality(of: best) == 1)
        #expect(JudgedQuery.quality(of: best.reversed()) < 1)
        #expect(JudgedQuery.quality(of: [1_000] + best) < 1)
        #expect(JudgedQuery.quality(of: [1_000, 10_000]) == 0)
    }
}
