import ForageCore
import TestWording
import Testing

@testable import ForageProviders

@Suite("A definition that runs a program")
struct ProgramTests {
    private static let info = """
        "$schema": "urn:forage:definition:1", "about": {"id": "mine", "name": "Mine", "summary": "Something of mine",
        "site": "https://mine.example/", "kinds": ["episode"], "hosts": ["https://api.mine.example"]}
        """

    @Test("the provider has the details of the file, and no program is started for them")
    func registers() throws {
        let program = #""program": {"command": ["sh"], "answers": ["browse"], "filters": ["after"]}"#
        let definition = try Definition(Array("{\(Self.info), \(program)}".utf8), at: "/there/mine.json")
        try definition.check()
        let provider = try definition.registration.make(SettingValues())
        #expect(provider is ProgramProvider)
        #expect(provider.info.id == "mine")
        #expect(!provider.info.capabilities.searches)
        #expect(provider.info.capabilities.browses)
        #expect(provider.info.capabilities.filters == [.publishedSince])
    }

    @Test("the program runs in the folder of the file")
    func runs() throws {
        let program = #""program": {"command": ["sh", "-c", "pwd >&2"], "answers": ["search"]}"#
        let definition = try Definition(Array("{\(Self.info), \(program)}".utf8), at: "/usr/mine.json")
        let provider = try definition.registration.make(SettingValues())
        let refusal = #expect(throws: ProviderError.self) {
            try provider.endpoint(for: .browse(Browse(), .init(size: 1)))
        }
        #expect(refusal?.description.hasSuffix("/usr") == true)
    }

    #if os(Linux)
        @Test(
            "the program has the memory limit of the file",
            arguments: [("", 1_048_576), (#", "memory": 3000"#, 3_072_000)])
        func memory(setting: String, kibibytes: Int) throws {
            let program =
                #""program": {"command": ["sh", "-c", "ulimit -v >&2"], "answers": ["search"]\#(setting)}"#
            let definition = try Definition(Array("{\(Self.info), \(program)}".utf8), at: "/usr/mine.json")
            let provider = try definition.registration.make(SettingValues())
            let refusal = #expect(throws: ProviderError.self) {
                try provider.endpoint(for: .browse(Browse(), .init(size: 1)))
            }
            #expect(refusal?.description.hasSuffix(": \(kibibytes)") == true)
        }
    #endif

    @Test("an error is reported with its position", arguments: mistakes)
    func refuses(program: String, sentence: String) {
        let fault = #expect(throws: DefinitionError.self) {
            try Definition(Array("{\(Self.info),\n\(program)}".utf8), at: "mine.json")
        }
        #expect(fault?.description.contains(sentence) == true, "\(String(describing: fault))")
    }

    static let mistakes = [
        (
            #""program": {"command": ["./nothing"], "answers": ["search"]}"#,
            #"mine.json:3:25: "./nothing" \#(Wording.Files.notInFolder)"#
        ),
        (
            #""program": {"command": [], "answers": ["search"]}"#,
            "mine.json:3:24: \(Wording.Definitions.atLeastOne)"
        ),
        (#""program": {"command": ["sh"]}"#, #"mine.json:3:12: \#(Wording.Settings.missing("answers"))"#),
        (#""program": {"command": "a", "answers": ["search"]}"#, "expected a list [ ]"),
        (
            #""program": {"command": ["sh"], "answers": ["find"]}"#,
            #"expected "search", "browse", "days" or "details""#
        ),
        (
            #""program": {"command": ["sh"], "answers": ["search"], "memory": 1000000}"#,
            Wording.Settings.expected("a whole number from 64 to 65536", found: "1000000")
        ),
        (
            #""program": {"command": ["sh"], "answers": ["search"]}, "items": "/x""#,
            #""items" is not part of"#
        ),
    ]
}
