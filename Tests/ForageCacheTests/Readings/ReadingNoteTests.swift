import ForageCore
import Testing

@testable import ForageCache

@Suite("What was read of an answer, as it is noted")
struct ReadingNoteTests {
    private let heading = Array("owls".utf8)

    private func answer(seed: UInt64, count: Int = 20) -> SourceAnswer {
        var random = RandomItem(seed: seed)
        let items = (0..<count).compactMap { _ in random.next() }
        var answer = SourceAnswer(
            items: items, next: "page 2", total: -1, outcome: Outcome("gallery", .answered(items.count)))
        answer.related = seed.isMultiple(of: 2) ? ["barn owl", "night", "Ōwl"] : []
        return answer
    }

    @Test("comes back as it was, byte for byte, whatever it has", arguments: 0..<20)
    func roundTrip(seed: UInt64) throws {
        let answer = answer(seed: seed)
        let note = answer.written(under: heading)
        let read = try #require(SourceAnswer(written: note, under: heading, of: "gallery"))
        #expect(read == answer)
        #expect(read.written(under: heading) == note)
    }

    @Test("comes back as nothing found where nothing was")
    func empty() {
        let answer = SourceAnswer(outcome: Outcome("gallery", .empty))
        let read = SourceAnswer(written: answer.written(under: heading), under: heading, of: "gallery")
        #expect(read == answer)
    }

    @Test("keeps apart what means the same and is written differently")
    func spellings() throws {
        let answer = SourceAnswer(items: [], next: "e\u{301}", outcome: Outcome("gallery", .empty))
        let note = answer.written(under: Array("é".utf8))
        #expect(SourceAnswer(written: note, under: Array("e\u{301}".utf8), of: "gallery") == nil)
        let read = try #require(SourceAnswer(written: note, under: Array("é".utf8), of: "gallery"))
        #expect(read.next.map { Array($0.utf8) } == Array("e\u{301}".utf8))
    }

    @Test("is nothing under another heading, or when a byte is missing or another")
    func damage() {
        let note = answer(seed: 1, count: 1).written(under: heading)
        #expect(SourceAnswer(written: note, under: Array("owl".utf8) + [0], of: "gallery") == nil)
        for place in note.indices {
            var changed = note
            changed[place] ^= 0x40
            #expect(SourceAnswer(written: changed, under: heading, of: "gallery") == nil)
            #expect(SourceAnswer(written: Array(note[..<place]), under: heading, of: "gallery") == nil)
        }
    }

    @Test("is read without harm when it was made up and sealed", arguments: 0..<50)
    func madeUp(seed: Int) {
        let whole = answer(seed: 2, count: 3).written(under: heading).dropLast(8)
        var made = Array(whole)
        for (place, byte) in zip(bytes(4, seed: seed), bytes(4, seed: seed + 1)) {
            made[(Int(place) * 251 + seed) % made.count] = byte
        }
        let read = SourceAnswer(written: Checksum.sealed(made), under: heading, of: "gallery")
        #expect(read?.items.allSatisfy { !$0.title.isEmpty && !$0.sources.isEmpty } ?? true)
        let cut = Checksum.sealed(Array(made.prefix(seed * 7 % made.count)))
        #expect(SourceAnswer(written: cut, under: heading, of: "gallery")?.items.count ?? 0 <= 20)
    }
}
