import Foundation
import JSON
import Testing

@Suite("The check-up")
struct DoctorTests {
    @Test("a sound installation is well, and the sandbox answers in it")
    func well() async throws {
        let ending = try await forage("doctor", "--format", "json")
        #expect(ending.code == 0, "\(ending.output)")
        let findings = try ending.json["findings"].list
        #expect(findings.allSatisfy { $0["verdict"].string != "ill" })
        #expect(findings.last?["subject"].string == "sandbox")
        #expect(findings.last?["sentence"].string?.contains("answered a search") == true)
        #expect(findings.contains { $0["subject"].string == "libcurl" })
    }

    @Test("what is wrong is named with what to do, and nothing else stays unseen")
    func ill() async throws {
        let place = try Place()
        try place.write(#"{"provders": {}}"#, to: "mine.json")
        let ending = try await forage("doctor", "--config", "mine.json", in: place)
        #expect(ending.code == 3)
        #expect(ending.output.contains("ill\tconfiguration"))
        #expect(ending.output.contains("providers"))
        #expect(ending.output.contains("well\tlibcurl"))
    }

    @Test("a definition of one's own is checked, and the sandbox is not blamed for what it does not play")
    func definitions() async throws {
        let place = try Place()
        let shipped = CheckoutCopy.original.appending(path: "Providers/Definitions/openverse.json")
        let own = try String(contentsOf: shipped, encoding: .utf8)
            .replacingOccurrences(of: "api.openverse.org", with: "api.museum.example")
            .replacingOccurrences(of: "\"id\": \"openverse\"", with: "\"id\": \"museum\"")
        let file = "\(place.home)/.config/forage/providers/museum.json"
        try place.write(own, to: file)
        let well = try await forage("doctor", in: place)
        #expect(well.code == 0, "\(well.output)")
        try place.write(own.replacingOccurrences(of: "\"total\": 22", with: "\"total\": 23"), to: file)
        let ill = try await forage("doctor", in: place)
        #expect(ill.code == 3)
        #expect(ill.output.contains("ill\tdefinitions\t\(file):"), "\(ill.output)")
    }

    @Test("too many words are a misuse")
    func misuse() async throws {
        #expect(try await forage("doctor", "now").code == 64)
    }

    @Test("with --live each service is asked once a day, and those that answer as ever are well")
    func live() async throws {
        let place = try Place()
        let environment = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        func live() async throws -> [JSONValue] {
            let ending = try await RunningProgram(
                ["forage", "--sandbox", "doctor", "--live", "--format", "json"], in: place,
                environment: environment
            ).ending()
            #expect(ending.code == 0, "\(ending.output)\(ending.messages)")
            return try ending.json["findings"].list
        }
        let first = try await live()
        #expect(first.contains { $0["subject"].string == "duckduckgo" && $0["verdict"].string == "well" })
        let again = try await live()
        #expect(first.map { $0["subject"].string } == again.map { $0["subject"].string })
        for finding in again { #expect(finding["sentence"].string?.contains("already") == true) }
    }

    @Test("with --live and no network nothing is said to be broken")
    func offline() async throws {
        let environment = ["FORAGE_SANDBOX": "http://127.0.0.1:1/"]
        let ending = try await forage("--sandbox", "doctor", "--live", environment: environment)
        #expect(ending.code == 0)
        #expect(!ending.output.contains("ill\t"))
        #expect(ending.output.contains("could not be asked"))
    }
}
