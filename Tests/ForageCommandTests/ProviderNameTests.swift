import ForageCore
import Platform
import TestPlaces
import TestWording
import Testing

@testable import ForageCommand

@Suite("The name of a new provider")
struct ProviderNameTests {
    @Test("a name of letters and digits with a leading capital gives a module and a provider id")
    func good() throws {
        let name = try ProviderName("ArtInstitute2")
        #expect(name.module == "ArtInstitute2")
        #expect(name.id.name == "artinstitute2")
    }

    @Test(
        "any other name is refused with the reason, and a suggestion if possible",
        arguments: [
            ("", "cannot name a module"), ("my source", Wording.Scaffolds.nameSuggestion("MySource")),
            ("art-institute", Wording.Scaffolds.nameSuggestion("ArtInstitute")),
            ("../Evil", Wording.Scaffolds.nameSuggestion("Evil")),
            ("Köln", "use letters and digits only."), ("2fast", "begin with a letter"),
            ("class", "\(Wording.Scaffolds.keyword) \(Wording.Scaffolds.nameSuggestion("Class"))"),
            ("Any", Wording.Scaffolds.keyword),
            ("Self", Wording.Scaffolds.keyword), ("openverse", Wording.Scaffolds.nameSuggestion("Openverse")),
            (
                "OpenverseProvider",
                "must not end with \"Provider\" or \"Tests\". \(Wording.Scaffolds.nameSuggestion("Openverse"))"
            ),
            ("Provider", "must not end with \"Provider\" or \"Tests\"."),
            ("OpenverseTests", Wording.Scaffolds.nameSuggestion("Openverse")),
            ("Abcdefghijklmnopqrstuvwxyzabcdefg", "longer than 32 letters"),
            ("A\nB", Wording.Scaffolds.nameSuggestion("AB")),
            ("String", Wording.Scaffolds.type), ("Error", Wording.Scaffolds.type),
            ("Photo", Wording.Scaffolds.type),
            ("sTRING", Wording.Scaffolds.nameSuggestion("STRING")),
            ("my provider", Wording.Scaffolds.nameSuggestion("My")),
        ])
    func bad(typed: String, sentence: String) throws {
        let fault = #expect(throws: CommandError.self) { try ProviderName(typed) }
        #expect(try #require(fault).description.contains(sentence))
    }

    @Test(
        "a suggested name is never that of a system module",
        arguments: ["swift", "foundation-provider", "android"])
    func unadvised(typed: String) throws {
        let checkout = try Checkout(around: ThisCheckout.folder.path)
        let fault = #expect(throws: CommandError.self) {
            try ProviderName(typed) { (try? $0.check(against: checkout)) != nil }
        }
        #expect(try !#require(fault).description.contains(" Try "))
    }
}
