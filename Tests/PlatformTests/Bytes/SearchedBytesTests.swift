import Platform
import Testing

@Suite("Searching for the first of several bytes")
struct SearchedBytesTests {
    @Test("a byte is found at any offset and from any start", arguments: 0..<80)
    func anywhere(count: Int) {
        for place in 0..<count {
            for start in 0...place {
                #expect(firstPlace(in: text(of: count, with: ["&": place]), from: start) == place)
            }
            #expect(firstPlace(in: text(of: count, with: ["&": place]), from: place + 1) == count)
        }
    }

    @Test("the first of several matches wins, whatever its neighbours are", arguments: 0..<72)
    func lowest(place: Int) {
        // `'` differs from the wanted byte in its lowest bit, which the borrow of a subtraction reaches.
        #expect(firstPlace(in: text(of: 80, with: ["&": place, "'": place + 1]), from: 0) == place)
        #expect(firstPlace(in: text(of: 80, with: ["'": place, "&": place + 1]), from: 0) == place + 1)
    }

    @Test(
        "bytes that almost match are skipped", arguments: [0, 7, 31, 32, 40, 63, 64, 90])
    func beyondOthers(count: Int) {
        let text = [UInt8](repeating: 0x1F, count: count) + [0x26]
        #expect(firstPlace(in: text, from: 0) == count)
    }

    private func text(of count: Int, with signs: [Unicode.Scalar: Int]) -> [UInt8] {
        var text = [UInt8](repeating: UInt8(ascii: "o"), count: count)
        for (sign, place) in signs { text[place] = UInt8(ascii: sign) }
        return text
    }

    private func firstPlace(in text: [UInt8], from start: Int) -> Int {
        text.span.firstPlace(of: Ampersands.self, from: start)
    }
}

/// Searches for ampersands; the possible matches also include control characters.
private enum Ampersands: SearchedBytes {
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        group.unprintable | group.places(of: UInt8(ascii: "&"))
    }

    static func contain(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "&") }
}
