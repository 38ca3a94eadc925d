import ForageCore
import Testing

@Suite("Edit distance between words")
struct EditDistanceTests {
    @Test(
        "each inserted, deleted, changed or swapped letter is one step",
        arguments: [
            ("owl", "owl", 0), ("owl", "owls", 1), ("owls", "owl", 1), ("owl", "awl", 1), ("owl", "olw", 1),
            ("bran", "barn", 1), ("lighthosue", "lighthouse", 1), ("lihgthosue", "lighthouse", 2),
            ("", "owl", 3), ("kitten", "sitting", 3), ("привте", "привет", 1), ("ca", "abc", 3),
        ])
    func distances(one: String, other: String, expected: Int) {
        var there = EditDistance(from: one.unicodeScalars)
        var back = EditDistance(from: other.unicodeScalars)
        for limit in 0...5 {
            let distance = expected <= limit ? expected : nil
            #expect(there.distance(to: Array(other.unicodeScalars), upTo: limit) == distance)
            #expect(back.distance(to: Array(one.unicodeScalars), upTo: limit) == distance)
        }
    }
}
