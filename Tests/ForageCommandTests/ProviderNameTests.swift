import ForageCore
import Platform
import TestPlaces
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
            ("", "cannot name a module"), ("my source", "Try \"MySource\"."),
            ("art-institute", "Try \"ArtInstitute\"."), ("../Evil", "Try \"Evil\"."),
            ("Köln", "use letters and digits only."), ("2fast", "begin with a letter"),
            ("class", "a keyword of Swift. Try \"Class\"."), ("Any", "a keyword of Swift."),
            ("Self", "a keyword of Swift."), ("openverse", "Try \"Openverse\"."),
            ("OpenverseProvider", "must not end with \"Provider\" or \"Tests\". Try \"Openverse\"."),
            ("Provider", "must not end with \"Provider\" or \"Tests\"."),
            ("OpenverseTests", "Try \"Openverse\"."),
            ("Abcdefghijklmnopqrstuvwxyzabcdefg", "longer than 32 letters"), ("A\nB", "Try \"AB\"."),
            ("String", "the name of a type"), ("Error", "the name of a type"),
            ("Photo", "the name of a type"),
            ("sTRING", "Try \"STRING\"."), ("my provider", "Try \"My\"."),
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
