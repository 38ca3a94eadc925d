internal import ForageCore
internal import ForageStorage
internal import Platform
internal import Synchronization
internal import Timing

/// What it takes to find a body of 16 KiB in memory, in front of a store that is full of them, beside a dictionary
/// behind a lock that has the same keys.
struct MemoryHits {
    /// A folder with the store.
    let folder: String
    let rounds: Int

    private static let keyCount = 1000

    func run() async {
        let store = MemoryFirstStore(before: DiskStore(folder: folder), limit: 64 << 20) { _, _ in
            .distantFuture
        }
        let dictionary = Mutex<[CacheKey: [UInt8]]>([:])
        var responses: [StoredResponse] = []
        for number in 0..<Self.keyCount {
            let key = StoredResponse.answer(number, byteCount: 0).key
            guard let response = await store.responses(for: key).first,
                let body = await store.body(of: response)
            else { return print("Cache  an answer is missing: \(number)") }
            responses.append(response)
            dictionary.withLock { $0[key] = body }
        }
        let stopwatch = Stopwatch(rounds: rounds)
        let ours = await stopwatch.time {
            for response in responses { check(await store.body(of: response)) }
        }
        let their = await stopwatch.time {
            for response in responses { check(dictionary.withLock { $0[response.key] }) }
        }
        print(
            "Cache  memory hit  ours \(hundredths(nanoseconds(ours))) ns  a dictionary behind a lock "
                + "\(hundredths(nanoseconds(their))) ns  ratio \(hundredths(ours / their)) ×  (at most 3 ×)")
    }

    /// Of one hit, from milliseconds for all.
    private func nanoseconds(_ milliseconds: Double) -> Double {
        milliseconds * 1_000_000 / Double(Self.keyCount)
    }

    private func check(_ body: [UInt8]?) {
        if body?.count != 16_384 { print("Cache  a body is missing in memory") }
    }
}
