internal import ForageCore
internal import ForageStorage
internal import Platform
internal import Timing

/// Holds the search of kept items against the `sqlite3` program that asks the same of the same file.
///
/// Both are whole processes. Ours reads the items as well, those of four providers.
///
/// `--short` takes 200,000 items instead of a million. `--make FOLDER COUNT` only makes a file of items, and
/// `--search FOLDER WORDS` only searches one.
@main
struct ItemBenchmark {
    static func main() async throws {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.dropFirst().first, words.dropFirst(2).first) {
        case ("--make", let folder?, let count?):
            await Shelf(folder: folder, count: Int(count) ?? 0).fill()
        case ("--search", let folder?, let words?):
            await OfflineSearch(folder: folder, words: words).run()
        default:
            await race(isShort: words.contains("--short"))
        }
    }

    private static func race(isShort: Bool) async {
        let folder = FileManager.default.temporaryDirectory.appending(path: "item-benchmark-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let shelf = Shelf(folder: folder, count: isShort ? 200_000 : 1_000_000)
        await shelf.fill()
        shelf.raceAll(rounds: isShort ? 11 : 7)
        await shelf.timeKeeping()
    }
}
