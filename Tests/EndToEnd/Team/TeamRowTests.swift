import Database
import TestPlaces
import Testing

@Suite(
    "Rows of a shared store that no program writes", .serialized,
    .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct TeamRowTests {
    private static let changes = [
        "answer SET received = 'NaN', requested = 'Infinity'", "answer SET received = 'Infinity'",
        "answer SET received = -1e300, used = 'NaN'", "answer SET status = -9223372036854775808",
        "answer SET byte_count = -1, size = 9223372036854775807",
        #"answer SET headers = '\x00', variant = '\xFF'"#,
        "answer SET part_start = 9223372036854775807, part_end = -1",
        #"answer SET provider = E'\u001b[31m', key = ''"#,
        "provider SET quota_limit = 9223372036854775807, quota_remaining = -9223372036854775808",
        "provider SET quota_start = 'NaN', quota_reset = 'Infinity', quota_limit = -1, quota_remaining = 7",
        "provider SET quota_start = 1e300, quota_reset = 1e300, quota_limit = 0, quota_remaining = 0",
        #"provider SET next_turn = 'NaN', last_date = 'Infinity', last_words = E'\u001b[31m'"#,
        "provider SET next_turn = 'Infinity', deferral_end = 'NaN', deferral_reason = 'x'",
        "provider SET deferral_end = 'Infinity', deferral_reason = NULL",
        "provider SET failure_count = 9223372036854775807, pause_end = 1e300, trial_end = 'NaN'",
        "provider SET version = 9223372036854775807", #"provider SET name = E'\u001b[31m'"#,
        "lease SET until = 'NaN', epoch = 9223372036854775807", "lease SET until = 'Infinity', owner = -1",
        #"item SET met = 'NaN', expires = 'Infinity', written = '\x00'"#,
        "item SET words = '''a'':16383D', word_count = -1", "item SET number = number + 1000000",
        "item_total SET item_count = -1, word_count = 0, byte_count = -1",
        "item SET word_count = 9223372036854775807", "item_total SET item_count = -9223372036854775808",
        "item_total SET byte_count = 9223372036854775807", "word SET item_count = 9223372036854775807",
        "source SET last = 9223372036854775807", "room SET byte_count = 9223372036854775807",
        "seal_key SET key = '', created = 'NaN'",
    ]

    @Test("they stop no gallery and no program, and none prints them as they are", arguments: changes)
    func hostile(_ change: String) async throws {
        let team = try Team(on: #require(PostgresPlace.shared))
        let gallery = try await team.gallery(on: 0, ["FORAGE_CACHE_MEMORY": "0"])
        #expect(try await !gallery.items("owl").isEmpty)
        var connection = try team.connection()
        try connection.run("UPDATE forage.\(change)")
        for word in ["owl", "harbour"] { _ = try await gallery.items(word) }
        let commands = [
            ["providers"], ["providers", "show", "duckduckgo"], ["store", "status"],
            ["search", "ow", "--offline"],
        ]
        for words in commands {
            let ending = try await team.start(words, on: 1).ending()
            #expect([0, 1, 3].contains(ending.code), "\(ending.messages)")
            #expect(!(ending.output + ending.messages).contains("\u{1B}[31m"))
        }
        #expect(try await gallery.end().code == 0)
    }
}
