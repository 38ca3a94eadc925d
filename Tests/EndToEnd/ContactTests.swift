import JSON
import TestReaders
import Testing

@Suite("The hint about a contact address")
struct ContactTests {
    private let place: Place

    init() throws { place = try Place() }

    private func isMentioned(
        _ arguments: [String] = ["search", "owl"], _ environment: [String: String] = ["FORAGE_CONTACT": ""]
    ) async throws -> Bool {
        let screen = try PseudoTerminal(width: 300)
        let ending = try await forageAtSandbox(
            arguments, in: place, screen: screen, environment: environment)
        #expect(ending.code == 0, "\(ending.output)")
        return ending.output.contains("FORAGE_CONTACT")
    }

    @Test("only the first search on a terminal shows the hint")
    func once() async throws {
        #expect(try await isMentioned())
        #expect(try await !isMentioned())
    }

    @Test("with a contact, offline or in the sandbox no hint is shown")
    func silent() async throws {
        #expect(try await !isMentioned(["search", "owl"], [:]))
        #expect(try await !isMentioned(["--sandbox", "search", "owl"]))
        #expect(try await !isMentioned(["search", "owl", "--offline"]))
        #expect(try await isMentioned())
    }

    @Test("the hint is never part of redirected output")
    func pipes() async throws {
        let ending = try await forageAtSandbox(["search", "owl"], environment: ["FORAGE_CONTACT": ""])
        #expect(!ending.messages.contains("FORAGE_CONTACT") && !ending.output.contains("FORAGE_CONTACT"))
    }

    @Test(
        "doctor advises to set a contact if there is none",
        arguments: [("", "advice"), ("ann@birds.example", "ok"), ("https://birds.example/", "ok")])
    func doctor(contact: String, verdict: String) async throws {
        let findings = try await forage(
            "doctor", "--format", "json", environment: ["FORAGE_CONTACT": contact]
        ).json["findings"].list
        let finding = findings.first { $0["subject"].string == "contact" }
        #expect(finding?["verdict"].string == verdict)
        #expect(finding?["sentence"].string?.contains(contact.isEmpty ? "FORAGE_CONTACT" : contact) == true)
    }
}
