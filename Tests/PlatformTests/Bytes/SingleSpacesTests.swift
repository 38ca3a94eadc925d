import Platform
import Testing

@Suite("Finding repeated spaces")
struct SingleSpacesTests {
    @Test(
        "two adjacent spaces or a non-printable byte are found at any offset",
        arguments: 0..<72)
    func anywhere(count: Int) {
        let word = String(repeating: "o", count: count)
        #expect(isTaken(word))
        for place in 0...count {
            let (before, behind) = (word.prefix(place), word.dropFirst(place))
            for (sign, isFit) in [(" ", true), ("~", true), ("  ", false), ("\t", false), ("é", false)] {
                let text = "\(before)\(sign)\(behind)"
                #expect(isTaken(text) == isFit, "\(text)")
            }
        }
    }

    /// A span cannot leave its scope, as the macro of an expectation would require.
    private func isTaken(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return bytes.hasSingleSpaces
    }
}
