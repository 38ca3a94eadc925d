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

    @Test("too many words are a misuse")
    func misuse() async throws {
        #expect(try await forage("doctor", "now").code == 64)
    }
}
