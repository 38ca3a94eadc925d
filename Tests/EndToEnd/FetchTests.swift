import JSON
import TestWording
import Testing

@Suite("forage fetch")
struct FetchTests {
    private static let photos = "https://api.unsplash.com/photos?per_page=1"
    private static let key = "Authorization: Client-ID ${UNSPLASH_ACCESS_KEY}"

    private func fetch(_ words: String..., code: Int32 = 0) async throws -> RunningProgram.Ending {
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "fetch"] + words, in: Place(),
            environment: ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        ).ending()
        #expect(ending.code == code)
        return ending
    }

    @Test("the body is written unchanged, with your key filled in")
    func body() async throws {
        let ending = try await fetch(Self.photos, "-H", Self.key)
        #expect(try ending.json[0]["id"].string?.isEmpty == false)
        #expect(ending.messages.isEmpty)
    }

    @Test("a key may be in the query, and is never shown")
    func queryKey() async throws {
        let call =
            "method=flickr.interestingness.getList&api_key=${FLICKR_API_KEY}&format=json&nojsoncallback=1"
        let ending = try await fetch("--trace", "https://api.flickr.com/services/rest/?\(call)")
        #expect(try ending.json["stat"].string == "ok")
        #expect(ending.messages.contains("GET https://api.flickr.com/services/rest/?method="))
        #expect(ending.messages.contains(": 200, "))
        #expect(ending.messages.contains("connected ") && ending.messages.contains("first byte "))
        #expect(!(ending.messages + ending.output).contains("sandbox-apiKey"))
    }

    @Test("-i shows the status and the headers")
    func head() async throws {
        let ending = try await fetch("-i", "-H", Self.key, Self.photos)
        #expect(ending.output.hasPrefix("HTTP 200\n"))
        #expect(ending.output.contains("\nX-Total: "))
        #expect(ending.output.contains("\n\n[{"))
    }

    @Test("a refusal is written too, with exit code 1")
    func refusal() async throws {
        let ending = try await fetch(Self.photos, code: 1)
        #expect(try ending.json["errors"][0].string?.contains("invalid") == true)
    }

    @Test("HEAD has no body")
    func method() async throws {
        let ending = try await fetch("-X", "head", "-i", Self.photos, "-H", Self.key)
        #expect(ending.output.hasPrefix("HTTP 200\n"))
        #expect(ending.output.hasSuffix("\n\n"))
    }

    @Test(
        "an invalid request is refused before anything is sent",
        arguments: [
            ([], Wording.Usage.oneURL), (["a.svg"], Wording.Usage.notAURL),
            (["ftp://host/"], Wording.Usage.notAURL),
            (["https://a.example/", "https://b.example/"], Wording.Usage.oneURL),
            (["https://a.example/?k=${HOME}"], "it has no keys"),
            (["https://api.unsplash.com/?k=${HOME}"], "it has UNSPLASH_ACCESS_KEY"),
            (["https://a.example/", "-H", "Accept"], "takes a field"),
            (["https://a.example/", "-X", "G T"], Wording.Usage.requestMethod),
        ] as [([String], String)])
    func misuse(words: [String], sentence: String) async throws {
        let ending = try await RunningProgram(["forage", "fetch"] + words, in: Place(), environment: [:])
            .ending()
        #expect(ending.code == 64)
        #expect(ending.messages.contains(sentence))
    }

    @Test("a truncated answer is written, and reported as incomplete")
    func cutOff() async throws {
        let sandbox = try RunningProgram(["forage-sandbox", "--fault", "cocoacasts.com:cut=20"], in: Place())
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "fetch", "https://cocoacasts.com/"], in: Place(),
            environment: ["FORAGE_SANDBOX": try await sandbox.address()]
        ).ending()
        #expect(ending.code == 1 && ending.output.utf8.count == 20)
        #expect(ending.messages.contains(Wording.Services.partOfAnswer))
        sandbox.interrupt()
    }

    @Test("a cached answer is reported as such if the service is unreachable")
    func stale() async throws {
        let place = try Place()
        let sandbox = try RunningProgram(["forage-sandbox"], in: Place())
        let address = try await sandbox.address() + "/cocoacasts.com/"
        let first = try await RunningProgram(["forage", "fetch", address], in: place).ending()
        #expect(first.code == 0 && first.messages.isEmpty)
        sandbox.interrupt()
        _ = try await sandbox.ending()
        let old = try await RunningProgram(["forage", "fetch", address], in: place).ending()
        #expect(old.code == 0 && old.output == first.output)
        #expect(old.messages.contains(Wording.Results.olderAnswer), "\(old.messages)")
    }

    @Test("an unreachable server is reported")
    func unreachable() async throws {
        let ending = try await RunningProgram(
            ["forage", "fetch", "--trace", "http://127.0.0.1:1/"], in: Place(), environment: [:]
        ).ending()
        #expect(ending.code == 1)
        #expect(ending.messages.contains("GET http://127.0.0.1:1/: failed after "))
        #expect(ending.messages.contains(Wording.Services.isUnreachable))
    }
}
