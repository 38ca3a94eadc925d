import Testing

@testable import ForageTransport

@Suite("Looking at the beginning of a body")
struct BodyWatchTests {
    private let start = ContinuousClock.now

    /// The times, in milliseconds, of looks that find nothing while bytes are added at regular intervals.
    private func looks(adding byteCount: Int, every milliseconds: Int, for duration: Int) -> [Int] {
        var watch = BodyWatch { _ in false }
        var (looks, count) = ([Int](), 0)
        for moment in stride(from: 0, through: duration, by: 10) {
            let now = start + .milliseconds(moment)
            let before = watch.nextLook
            if watch.hasEnough([UInt8](repeating: 0, count: count), at: now) { return looks }
            if before != nil, watch.nextLook == nil { looks.append(moment) }
            guard moment.isMultiple(of: milliseconds), moment <= duration / 2 else { continue }
            count += byteCount
            watch.note(count, at: now)
        }
        return looks
    }

    @Test("a body is left alone while it grows, and looked at once it pauses")
    func pausing() {
        #expect(looks(adding: 1_000, every: 20, for: 1_200) == [800])
    }

    @Test("a body that grows slowly is looked at less and less often")
    func dripping() {
        #expect(looks(adding: 1, every: 100, for: 60_000) == [1_000, 2_000, 4_000, 8_000])
    }

    @Test("a body is looked at again only after it has grown much")
    func growing() {
        var watch = BodyWatch { $0.count >= 1_400 }
        func hasEnough(_ count: Int, after seconds: Int) -> Bool {
            watch.hasEnough([UInt8](repeating: 0, count: count), at: start + .seconds(seconds))
        }
        watch.note(1_000, at: start)
        #expect(!hasEnough(1_000, after: 1))
        watch.note(1_400, at: start + .seconds(2))
        #expect(watch.nextLook == nil)
        watch.note(1_600, at: start + .seconds(2))
        #expect(hasEnough(1_600, after: 3))
    }
}
