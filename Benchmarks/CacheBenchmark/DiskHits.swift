internal import ForageCache
internal import ForageCore
internal import Timing

/// What it takes to find an answer of 16 KiB, in a store that is open and in one that is not.
struct DiskHits {
    let folder: String
    let rounds: Int

    func run() async {
        var luck = Luck(seed: 7)
        let filling = DiskStore(folder: folder)
        for number in 0..<1000 {
            let response = StoredResponse.answer(number, byteCount: 16_384)
            await filling.store(response, body: luck.bytes(16_384))
        }
        await filling.prune()
        filling.close()
        let stopwatch = Stopwatch(rounds: rounds)
        let first = await Stopwatch(rounds: min(rounds, 200)).time {
            let store = DiskStore(folder: folder)
            for number in 0..<4 { await hit(store, number) }
        }
        let store = DiskStore(folder: folder)
        var number = 0
        let one = await stopwatch.time {
            number = (number + 371) % 1000
            await hit(store, number)
        }
        print("Cache  opening the store and 4 disk hits of 16 KiB  \(hundredths(first * 1000)) µs")
        compare(one * 1000)
    }

    private func compare(_ ours: Double) {
        guard let their = Python.figure(of: "hishel_hits.py", rounds: rounds) else {
            return print(
                "Cache  disk hit of 16 KiB  \(hundredths(ours)) µs; hishel is not installed, `make bench` does that"
            )
        }
        print(
            "Cache  disk hit of 16 KiB  ours \(hundredths(ours)) µs  hishel \(hundredths(their)) µs  "
                + "ratio \(hundredths(ours / their)) ×  (at most 0.1 ×)")
    }

    private func hit(_ store: DiskStore, _ number: Int) async {
        let key = StoredResponse.answer(number, byteCount: 0).key
        guard let response = await store.responses(for: key).first, await store.body(of: response) != nil
        else {
            return print("Cache  an answer is missing: \(number)")
        }
    }
}
