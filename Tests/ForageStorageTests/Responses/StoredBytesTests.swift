import Platform
import Testing

@testable import ForageStorage

@Suite("Checksums and field lists")
struct StoredBytesTests {
    @Test(
        "every changed, added or missing byte changes the checksum", arguments: [0, 1, 31, 32, 33, 100])
    func checksum(count: Int) {
        let original = bytes(count)
        var sums: Set = [Checksum.of(original), Checksum.of(original + [0]), Checksum.of(original + [0, 0])]
        for place in original.indices {
            for bit in 0..<8 {
                var changed = original
                changed[place] ^= 1 << bit
                sums.insert(Checksum.of(changed))
            }
        }
        #expect(sums.count == 3 + count * 8)
        #expect(Checksum.of(AnySequence(original)) == Checksum.of(original))
    }

    @Test(
        "a field list stores texts of any kind and length",
        arguments: [
            [], [nil], [""], ["a", nil, "", "ü\u{0}"], [String(repeating: "x", count: 126), "y"],
            [String(repeating: "x", count: 40_000)],
        ] as [[String?]])
    func fields(texts: [String?]) {
        let list = texts.reduce(into: FieldList()) { $0.append($1) }
        #expect(FieldList.texts(of: list.sealed) == texts)
    }

    @Test("a changed field list is refused")
    func broken() {
        var list = FieldList()
        list.append("owl")
        for place in list.sealed.indices {
            var changed = list.sealed
            changed[place] ^= 0x80
            #expect(FieldList.texts(of: changed) == nil)
            #expect(FieldList.texts(of: Array(list.sealed.prefix(place))) == nil)
        }
    }
}
