import ForageCore
import JSON
import TestWording
import Testing

@Suite("forage show and forage credit")
struct ShowTests {
    private func someID() async throws -> String {
        let ending = try await forageAtSandbox(["search", "owl", "-n", "1", "--fields", "id"])
        return String(try #require(ending.outputLines.first))
    }

    @Test("show prints every field of a result")
    func show() async throws {
        let id = try await someID()
        let plain = try await forageAtSandbox(["show", id])
        #expect(plain.code == 0)
        #expect(plain.output.hasPrefix("id\t\(id)\n"))
        #expect(plain.outputLines.contains { $0.hasPrefix("attribution.text\t") })
        let json = try await forageAtSandbox(["show", id, "--format", "json"])
        let root = try json.json
        #expect(root["version"].int == 1)
        #expect(root["item"]["id"].string == id)
    }

    @Test("credit prints all forms or one")
    func credit() async throws {
        let id = try await someID()
        let json = try await forageAtSandbox(["show", id, "--format", "json"])
        let credit = try json.json["item"]["attribution"]
        var whole: [String] = []
        for form in ["text", "html", "markdown"] {
            let text = try #require(credit[form].string)
            let alone = try await forageAtSandbox(["credit", id, "--format", form])
            #expect(alone.output == text + "\n")
            whole.append("\(form)\n\(text)\n")
        }
        #expect(try await forageAtSandbox(["credit", id]).output == whole.joined(separator: "\n"))
    }

    @Test("the provider of an id may be typed in any case, but not its local part")
    func anyCase() async throws {
        let id = try await someID()
        let typed = id.replacing("duckduckgo:", with: "DuckDuckGo:")
        #expect(typed != id)
        for command in ["show", "credit"] {
            let ending = try await forageAtSandbox([command, typed])
            #expect(ending.code == 0)
            #expect(try await forageAtSandbox([command, id]).output == ending.output)
        }
        let cleared = try await forageAtSandbox(["cache", "clear", "FLICKR"])
        #expect(cleared.code == 0)
    }

    @Test("a missing result is reported as gone", arguments: ["show", "credit"])
    func gone(command: String) async throws {
        let id = try await someID()
        let other = try #require(ItemID(id)).local.split(separator: "~").last ?? ""
        let ending = try await forageAtSandbox([command, "duckduckgo:zzzzqqqq~\(other)"])
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains(Wording.Results.searchAgain))
    }

    @Test("a failing service is named", arguments: ["show", "credit"])
    func failure(command: String) async throws {
        let id = try await someID()
        let ending = try await forageAtSandbox(
            [command, id, "--timeout", "2"],
            environment: ["FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": "http://127.0.0.1:1"])
        #expect(ending.code == 1)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.contains("duckduckgo  failed: "))
    }

    @Test("an old answer is reported next to the result", arguments: ["show", "credit"])
    func stale(command: String) async throws {
        let place = try Place()
        func run(_ words: [String], at sandbox: String) async throws -> RunningProgram.Ending {
            try await RunningProgram(
                ["forage", "--sandbox"] + words, in: place, environment: ["FORAGE_SANDBOX": sandbox]
            ).ending()
        }
        let sandbox = try SharedSandbox.address.get()
        let found = try await run(["search", "owl", "-n", "1", "--fields", "id"], at: sandbox)
        let id = String(try #require(found.outputLines.first))
        #expect(try await run([command, id], at: sandbox).messages.isEmpty)
        let old = try await run([command, id, "--refresh"], at: "http://127.0.0.1:1")
        #expect(old.code == 0 && !old.output.isEmpty)
        #expect(old.messages.contains(Wording.Results.cached), "\(old.messages)")
    }
}
