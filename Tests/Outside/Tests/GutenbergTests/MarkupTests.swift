import Markup
import Testing

@Suite("Text with markup")
struct MarkupTests {
    @Test("HTML has a text")
    func html() {
        #expect("<p>Fish &amp; chips</p>".withoutMarkup == "Fish & chips")
        #expect("<p></p>".withoutMarkup == nil)
        #expect(HTMLFragment(decodingEntitiesOf: "a<b &amp; c").text == "a<b & c")
    }

    @Test("HTML has a first link, with the text around it")
    func link() {
        let anchor = HTMLFragment("The <a href='/barn_owl'>barn owl</a> hunts.").firstAnchor
        #expect(anchor?.before == "The")
        #expect(anchor?.text == "barn owl")
        #expect(anchor?.href == "/barn_owl")
        #expect(anchor?.after == " hunts.")
    }

    @Test("Markdown has a text")
    func markdown() {
        let markdown = "# Owls\n\nWe *count* [barn owls](https://owls.example)."
        #expect(MarkdownText(markdown).text == "Owls We count barn owls.")
    }
}
