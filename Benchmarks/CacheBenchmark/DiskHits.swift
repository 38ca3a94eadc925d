internal import ForageCore
internal import ForageStorage
internal import TestPlaces
internal import Timing

/// What it takes to find an answer of 16 KiB, in a store that is open and in one that is not.
struct DiskHits {
    let folder: String
    let rounds: Int

    func run() async {
        var luck = SeededNumbers(seed: 7)
        let filling = DiskStore(folder: folder)
        for number in 0..<1000 {
            let response = StoredResponse.answer(number, byteCount: 16_384)
            await filling.store(response, body: luck.bytes(16_384))
        }
        await filling.prune()
        filling.close()
        let keys = (0..<1000).map { StoredResponse.answer($0, byteCount: 0).key }
        let opening = await Stopwatch(rounds: min(rounds, 200)).time {
            let store = DiskStore(folder: folder)
            for key in keys.prefix(4) { await hit(store, key) }
        }
        print("Cache  opening the store and 4 disk hits of 16 KiB  \(hundredths(opening * 1000)) µs")
        await race(keys)
    }

    private func race(_ keys: [CacheKey]) async {
        let store = DiskStore(folder: folder)
        // The other has just filled its own, and has had every page of it in its hands.
        for key in keys { await hit(store, key) }
        var number = 0
        let times = await Turns.middle {
            await Stopwatch(rounds: rounds / Turns.count).time {
                number = (number + 371) % keys.count
                await hit(store, keys[number])
            } * 1000
        } _: {
            Python.figure(of: "hishel_hits.py", rounds: rounds / Turns.count)
        }
        report(times.ours, times.theirs)
    }

    private func report(_ ours: Double, _ their: Double?) {
        guard let their else {
            return print(
                "Cache  disk hit of 16 KiB  \(hundredths(ours)) µs; hishel is not installed, `make bench` does that"
            )
        }
        print(
            "Cache  disk hit of 16 KiB  ours \(hundredths(ours)) µs  hishel \(hundredths(their)) µs  "
                + "ratio \(hundredths(their / ours)) ×  (at least 10 ×)")
    }

    private func hit(_ store: DiskStore, _ key: CacheKey) async {
        guard let response = await store.responses(for: key).first, await store.body(of: response) != nil
        else {
            return print("Cache  an answer is missing: \(key)")
        }
    }
}
