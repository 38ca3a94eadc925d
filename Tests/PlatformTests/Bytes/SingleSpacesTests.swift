import Platform
import Testing

@Suite("Single spaces")
struct SingleSpacesTests {
    @Test(
        "are seen wherever two stand beside one another, and so is what is not printable ASCII",
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

    /// A span cannot leave its scope, which an expectation's macro would need.
    private func isTaken(_ text: String) -> Bool {
        let bytes = text.utf8.span
        return bytes.hasSingleSpaces
    }
}
