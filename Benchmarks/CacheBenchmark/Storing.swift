internal import ForageCore
internal import ForageStorage
internal import Platform
internal import TestPlaces
internal import Timing

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What it takes to store answers in a store that is full, and how large it gets.
struct Storing {
    let folder: String
    let sizes: AnswerSizes
    let count: Int

    func run() async {
        var luck = SeededNumbers(seed: 11)
        // So large that three quarters of the answers do not fit, but no larger than usual.
        let limit = min(512 << 20, max(count * 8192, 8 << 20))
        let store = DiskStore(folder: folder, limit: limit, warn: { print("Cache  \($0)") })
        let body = luck.bytes(1 << 20)
        var (times, work): ([Duration], [Duration]) = ([], [])
        var (most, stored) = (0, 0)
        for number in 0..<count {
            let byteCount = sizes.byteCount(&luck)
            // Another piece each time, so that no two are equal.
            let start = Int(luck.next() % UInt64(body.count - byteCount))
            let piece = Array(body[start..<start + byteCount])
            let (begin, workBegin) = (ContinuousClock.now, Self.processorTime())
            await store.store(.answer(number, byteCount: byteCount), body: piece)
            let time = ContinuousClock.now - begin
            stored += byteCount
            if stored > limit {
                times.append(time)
                work.append(Self.processorTime() - workBegin)
            }
            if number.isMultiple(of: 500) { most = max(most, Self.diskByteCount(folder)) }
        }
        report("on the clock", times.sorted())
        report("of processor", work.sorted())
        print(
            "Cache  bytes on the disk  at most \(most) of \(limit)  ratio \(hundredths(Double(most) / Double(limit)))"
                + " ×  (at most 1 ×)")
    }

    private func report(_ kind: String, _ times: [Duration]) {
        guard !times.isEmpty else { return print("Cache  too few answers to fill the store") }
        let median = times[times.count / 2] / .microseconds(1)
        let slow = times[times.count * 99 / 100] / .microseconds(1)
        let slowest = times[times.count - 1] / .microseconds(1)
        print(
            "Cache  storing \(count) answers of \(sizes)  time \(kind)  median \(hundredths(median)) µs  p99 "
                + "\(hundredths(slow)) µs  most \(hundredths(slowest)) µs  ratio \(hundredths(slow / median)) ×  "
                + "(at most 5 ×)")
    }

    /// What the process has worked, which a busy machine does not change much.
    private static func processorTime() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// What all files take, folders and whole blocks counted.
    private static func diskByteCount(_ folder: String) -> Int {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return names.reduce(0) { sum, name in
            var facts = stat()
            // One that is gone again takes nothing.
            return lstat("\(folder)/\(name)", &facts) == 0 ? sum + Int(facts.st_blocks) * 512 : sum
        }
    }
}
