import ForageCore
import ForageStorage
import Platform
import TestPlaces

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Uses a store as the tests require, in a process that may be killed.
///
///     StoreProgram write FOLDER LIMIT SEED COUNT     stores COUNT answers, endlessly for 0
///     StoreProgram read FOLDER COUNT                 reads COUNT keys
///     StoreProgram clear FOLDER COUNT                clears the store COUNT times
///     StoreProgram check FOLDER                      reads every answer and prints their number
///     StoreProgram lease FOLDER                      prints whether it got a lease, and ends without releasing it
///
/// Warnings of the store are printed, too. Wrong bytes end the program with exit code 1.
@main
struct StoreProgram {
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        // With a limit on file sizes, a write fails instead of ending the program.
        signal(SIGXFSZ, SIG_IGN)
        guard words.count >= 2 else { exit(64) }
        let numbers = words.dropFirst(2).compactMap { Int($0) }
        let store = DiskStore(folder: words[1], limit: numbers.first ?? 64 << 20, warn: { print($0) })
        switch (words[0], numbers.count) {
        case ("write", 3): await write(to: store, seed: numbers[1], count: numbers[2])
        case ("read", 1): await read(from: store, count: numbers[0])
        case ("clear", 1):
            for _ in 0..<numbers[0] { await store.clear() }
        case ("check", 0): await check(store)
        case ("lease", 0):
            print(await store.lease(Sample(0).response.key, for: .seconds(1)))
            return
        default: exit(64)
        }
        store.close()
    }

    private static func write(to store: DiskStore, seed: Int, count: Int) async {
        var luck = SeededNumbers(seed: seed)
        var done = 0
        while count == 0 || done < count {
            let sample = Sample(Int(luck.next() >> 2))
            await store.store(sample.response, body: sample.body)
            done += 1
        }
    }

    private static func read(from store: DiskStore, count: Int) async {
        for number in 0..<count {
            for response in await store.responses(for: Sample(number).response.key) {
                if let body = await store.body(of: response), !Sample.matches(response, body) { exit(1) }
            }
        }
    }

    private static func check(_ store: DiskStore) async {
        var place = 0
        var count = 0
        while let batch = await store.responses(after: place) {
            for response in batch.responses {
                guard let body = await store.body(of: response), Sample.matches(response, body) else {
                    exit(1)
                }
                count += 1
            }
            place = batch.place
        }
        print(count)
    }
}

/// An answer whose bytes all follow from its number.
struct Sample {
    let response: StoredResponse
    let body: [UInt8]

    init(_ number: Int) {
        body = Self.body(number)
        response = StoredResponse(
            key: CacheKey(stored: "https://owls.example/\(number % 200)"), provider: "owls", status: 200,
            headers: ["Content-Type": "image/png", "Number": "\(number)"], requested: Date(),
            received: Date(),
            byteCount: body.count)
    }

    static func matches(_ response: StoredResponse, _ bytes: [UInt8]) -> Bool {
        response.headers["Number"].flatMap(Int.init).map { body($0) == bytes } ?? false
    }

    /// One in eight is too large for a row.
    private static func body(_ number: Int) -> [UInt8] {
        var luck = SeededNumbers(seed: number)
        let most = number.isMultiple(of: 8) ? 300_000 : 30_000
        let byteCount = Int(luck.next() % UInt64(most))
        return (0..<byteCount / 8).flatMap { _ in withUnsafeBytes(of: luck.next(), Array.init) }
    }
}
