internal import ForageCore
internal import ForageStorage
internal import Platform
internal import Timing

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A file full of items, and what is timed with it.
struct Shelf {
    let folder: String
    let count: Int
    private let press = ItemPress()
    private let index: SQLiteItemIndex

    static let limit = 16 << 30

    init(folder: String, count: Int) {
        self.folder = folder
        self.count = count
        index = SQLiteItemIndex(folder: folder, limit: Self.limit)
    }

    func fill() async {
        let start = ContinuousClock.now
        for first in stride(from: 0, to: count, by: 1_000) {
            index.keep((first..<first + 1_000).compactMap(press.item), until: nil)
            await index.finish()
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        print("items  \(count) kept in \(hundredths(seconds)) s  \(index.byteCount >> 20) MB")
    }

    func raceAll(rounds: Int) {
        race("a rare word", press.word(20_000), rounds)
        race("a common word", press.word(200), rounds)
        race("two words", press.word(30) + " " + press.word(500), rounds)
        race("the beginning of words", String(press.word(2_000).prefix(3)), rounds)
        race("the most common word", press.word(0), rounds)
    }

    private func race(_ name: String, _ words: String, _ rounds: Int) {
        let match = words.split(separator: " ").map { "\"\($0)\"*" }.joined(separator: " AND ")
        let question = """
            SELECT local_id, written FROM (SELECT rowid AS place, rank AS score FROM item_words
            WHERE item_words MATCH '\(match)' ORDER BY rank LIMIT \(OfflineSearch.pageSize))
            JOIN item ON item.number = place ORDER BY score;
            """
        let ours = "'\(CommandLine.arguments[0])' --search '\(folder)' '\(words)'"
        let theirs = "sqlite3 '\(folder)/items.sqlite' \"\(question.replacing("\"", with: "\\\""))\""
        let times = Stopwatch(rounds: rounds).race {
            run(ours)
        } _: {
            run(theirs)
        }
        print(
            "items  \(name)  ours \(hundredths(times.first)) ms  sqlite3 \(hundredths(times.second)) ms  "
                + "ratio \(hundredths(times.first / times.second)) ×  (at most 1.3 ×)  "
                + "found, peak MB: \(output(of: ours))")
    }

    func timeKeeping() async {
        let items = (0..<80).compactMap(press.item)
        let handing = await Stopwatch(rounds: 11).time {
            index.keep(items, until: nil)
        }
        await index.finish()
        let writing = await Stopwatch(rounds: 11).time {
            index.keep(items, until: nil)
            await index.finish()
        }
        print(
            "items  80 kept again  \(hundredths(handing * 1000)) µs to hand over  "
                + "\(hundredths(writing)) ms until written")
    }

    private func run(_ command: String) {
        if output(of: command).isEmpty { print("items  nothing came of: \(command)") }
    }

    private func output(of command: String) -> String {
        guard let pipe = popen(command, "r") else { return "" }
        defer { pclose(pipe) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            if text.count < 100 { text += buffer.prefix(min(count, 100)) }
        }
        return String(decoding: text.prefix { $0 >= 32 }, as: UTF8.self)
    }
}
