import JSON
import TestWording
import Testing

@Suite("Failing services")
struct FailingServiceTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: String
        let result: String
        let words: String

        init(_ fault: String, _ result: String, _ words: String) {
            self.fault = fault
            self.result = result
            self.words = words
        }

        var testDescription: String { fault }
    }

    @Test(
        "a failure is named in the outcome, with exit code 1",
        arguments: [
            Case("429=120", "throttled", "429"),
            Case("401", "denied", "401"),
            // The message says "Rate Limit Exceeded", as that of Unsplash does.
            Case("403", "throttled", "403"),
            Case("404", "failed", "404"),
            Case("500", "failed", "500"),
            Case("503", "failed", "503"),
            Case("loop", "failed", "redirect"),
            Case("html", "failed", "web page"),
            Case("delay=20000", "timedOut", Wording.Services.didNotAnswer),
            Case("cut=0", "failed", Wording.Services.connectionClosed),
        ])
    func failures(_ trouble: Case) async throws {
        let typed = ["search", "owl", "\"fault:\(trouble.fault)\"", "--timeout", "3"]
        let ending = try await forageAtSandbox(typed + ["--format", "json"])
        #expect(ending.code == 1)
        let root = try ending.json
        #expect(root["items"].list.isEmpty)
        let outcome = root["outcomes"].list[0]
        #expect(outcome["result"].string == trouble.result)
        #expect(outcome["count"].kind == .missing)
        #expect(outcome["reason"].string?.contains(trouble.words) == true)
        #expect(ending.messages.contains("duckduckgo  "))
        #expect(ending.messages.contains(Wording.Results.noAnswer))
    }

    @Test("a throttled service says when it may be asked again")
    func retryAfter() async throws {
        let ending = try await forageAtSandbox(["search", "owl", "\"fault:429=120\"", "-f", "json"])
        let root = try ending.json
        #expect(root["outcomes"].list[0]["until"].string?.hasSuffix("Z") == true)
        #expect(ending.messages.contains(Wording.Results.throttled))
    }

    @Test(
        "the readable part of a damaged answer is shown",
        arguments: ["cut", "badbyte", "type=text/plain", "endless"])
    func spoiled(fault: String) async throws {
        let whole = try await forageAtSandbox(["search", "owl", "-n", "100"])
        let ending = try await forageAtSandbox(
            ["search", "owl", "-n", "100", "\"fault:\(fault)\"", "--timeout", "30"])
        // A truncated answer can be requested again.
        #expect(ending.code == (fault == "cut" ? 3 : 0))
        #expect(!ending.outputLines.isEmpty)
        #expect(ending.outputLines.count <= whole.outputLines.count)
        if fault == "cut" { #expect(ending.messages.contains("The answer ends early")) }
        if fault == "endless" { #expect(ending.messages.contains(Wording.Services.tooLarge)) }
    }

    @Test("a few redirects are followed")
    func redirects() async throws {
        let ending = try await forageAtSandbox(["search", "owl", "\"fault:redirect=3\""])
        #expect(ending.code == 0)
        #expect(!ending.output.isEmpty)
    }

    @Test(
        "without a network the failure names the host",
        arguments: ["http://127.0.0.1:1", "https://missing.invalid"])
    func unreachable(base: String) async throws {
        let ending = try await forageAtSandbox(
            ["search", "owl"], environment: ["FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": base])
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains("failed: \(Wording.Services.unreachable("api.duckduckgo.com"))"))
        #expect(ending.messages.contains(base.contains("127") ? "127.0.0.1" : "missing.invalid"))
    }
}
