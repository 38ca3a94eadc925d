import JSON
import LoopbackClient
import Platform
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage serve", .timeLimit(.minutes(2)))
struct ServeTests {
    @Test("the server prints its address, serves and ends normally", arguments: [SIGINT, SIGTERM])
    func serves(signal: Int32) async throws {
        let place = try Place()
        let program = try RunningProgram(["forage", "--sandbox", "serve"], in: place)
        let port = try await program.port()
        #expect(
            try await LoopbackConnection.request("/", port: port)?["Content-Type"]
                == "text/html; charset=utf-8")
        let answer = try await LoopbackConnection.request("/api/v1/search?q=owl", port: port)
        #expect(answer?.status == 200)
        #expect(answer?.text.contains("/images/") == true)
        kill(program.process, signal)
        let ending = try await program.ending()
        #expect(ending.code == 0)
        #expect(
            ending.output == "\(Wording.Services.listening("forage-gallery", "http://127.0.0.1:\(port)/"))\n")
        #expect(ending.messages.isEmpty)
    }

    @Test(
        "requests before the end are answered, with partial results if a provider is slow",
        arguments: [(1_000, "answered"), (60_000, "cancelled")])
    func underLoad(milliseconds: Int, result: String) async throws {
        let place = try Place()
        let sandbox = try await SlowSandbox(in: place, milliseconds: milliseconds)
        let program = try RunningProgram(
            ["forage", "--sandbox", "serve", "--no-measure"], in: place,
            environment: sandbox.environment.merging(["FORAGE_TIMEOUT": "50"]) { $1 })
        let port = try await program.port()
        async let answers = withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    try await LoopbackConnection.request(
                        "/api/v1/search?q=owl+from:cocoacasts,duckduckgo&limit=\(20 + number % 4)",
                        port: port,
                        headers: number < 10 ? [] : ["Accept: text/event-stream"])
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        while try await sandbox.requestCount() == 0 { try await Task.sleep(for: .milliseconds(5)) }
        // All simultaneous requests have been accepted.
        try await Task.sleep(for: .milliseconds(200))
        kill(program.process, SIGTERM)
        for answer in try await answers {
            #expect(answer?.status == 200)
            #expect(answer?.isComplete == true)
            #expect(answer?.text.contains("\"\(result)\"") == true)
            #expect(answer?.text.contains("\"duckduckgo:") == true)
        }
        #expect(try await program.ending().code == 0)
        try await sandbox.end()
    }

    @Test(
        "an address that cannot or must not be used is refused with a sentence",
        arguments: [
            ("--host=0.0.0.0", 64, "add --token"), ("--host=::", 64, "add --token"),
            ("--host=example.com", 64, "a numeric address"), ("--host=127.1.evil", 64, "a numeric address"),
            ("--token=/nowhere/token", 64, Wording.Files.isUnreadable),
            ("--token=/dev/null", 64, Wording.Files.othersCanRead),
            ("--port=70000", 64, "from 0 to 65535"), ("--behind=owls", 64, "addresses of proxies"),
            ("owl", 64, Wording.Usage.notOnPage), ("--prot=1", 64, "did you mean"),
        ])
    func refused(word: String, code: Int32, words: String) async throws {
        let ending = try await forage("serve", word)
        #expect(ending.code == code)
        #expect(ending.messages.contains(words))
        #expect(ending.output.isEmpty)
    }

    @Test("--open starts the browser, or prints the address if there is none", arguments: [true, false])
    func opens(hasBrowser: Bool) async throws {
        let place = try Place()
        // Both names, as on Linux and macOS.
        let script = "#!/bin/sh\nprintf %s \"$*\" > opened\necho Owl\n"
        for name in hasBrowser ? ["xdg-open", "open"] : [] {
            try place.write(script.utf8, to: name, permissions: 0o755)
        }
        let program = try RunningProgram(
            ["forage", "--sandbox", "serve", "--open"], in: place, environment: ["PATH": place.folder])
        let port = try await program.port()
        let address = "http://127.0.0.1:\(port)/"
        while hasBrowser, (try? place.text(of: "opened")) != address {
            try await Task.sleep(for: .milliseconds(5))
        }
        kill(program.process, SIGTERM)
        let ending = try await program.ending()
        #expect(ending.code == 0)
        #expect(ending.output == "\(Wording.Services.listening("forage-gallery", address))\n")
        #expect(ending.messages.contains(Wording.Services.noBrowser) == !hasBrowser)
    }

    @Test("--open passes the token in a private file, which is then removed")
    func opensLocked() async throws {
        let place = try Place()
        let script = "#!/bin/sh\nprintf %s \"$*\" > opening\n/bin/mv opening opened\n"
        for name in ["xdg-open", "open"] { try place.write(script.utf8, to: name, permissions: 0o755) }
        // The remains of a killed run.
        try place.write("<a>".utf8, to: "forage-open.killed/gallery.html", permissions: 0o600)
        let program = try RunningProgram(
            ["forage", "--sandbox", "serve", "--token", "--open"], in: place,
            environment: ["PATH": place.folder, "XDG_RUNTIME_DIR": place.folder])
        let address = try await program.address()
        let token = try #require(address.split(separator: "token=").last)
        while (try? place.text(of: "opened")) == nil { try await Task.sleep(for: .milliseconds(5)) }
        let path = try place.text(of: "opened")
        #expect(path.hasPrefix(place.folder + "/forage-open."))
        #expect(!path.contains(token))
        let page = try LocalFile(path, upTo: 4096)
        #expect(page.permissions == 0o600)
        #expect(String(decoding: page.bytes, as: UTF8.self).contains("url=\(address)\""))
        kill(program.process, SIGTERM)
        #expect(try await program.ending().code == 0)
        #expect(LocalFolder.names(in: place.folder).allSatisfy { !$0.hasPrefix("forage-open") })
    }

    @Test("the page's switches and fields for keys change the files of the commands, for the next run, too")
    func settings() async throws {
        let place = try Place()
        let before = "{ \"timeout\": 3,\n  \"providers\": {\"duckduckgo\": {\"enabled\" :true}} }"
        try place.write(before, to: place.ownConfiguration)
        let program = try RunningProgram(["forage", "serve"], in: place)
        let port = try await program.port()
        func change(_ provider: String, _ body: String) async throws -> LoopbackReply? {
            try await LoopbackConnection.request(
                "/api/v1/providers/\(provider)", port: port, method: "POST",
                headers: ["Content-Type: application/json"], body: body)
        }
        #expect(try await change("duckduckgo", #"{"enabled":false}"#)?.status == 200)
        #expect(try await change("flickr", #"{"enabled":true}"#)?.status == 200)
        let key = try await change("flickr", #"{"key":{"name":"apiKey","value":"quite-secret"}}"#)
        #expect(key?.status == 200)
        #expect(key?.text.contains("quite-secret") == false)
        kill(program.process, SIGTERM)
        let ending = try await program.ending()
        #expect(!(ending.output + ending.messages).contains("quite-secret"))
        let file = try String(contentsOfFile: place.ownConfiguration, encoding: .utf8)
        #expect(file.hasPrefix(before.replacing(":true", with: ":false").prefix(60)))
        #expect(try LocalFile(place.ownCredentials, upTo: 4096).permissions == 0o600)
        let states = try await forage("providers", "--format", "jsonl", in: place).jsonLines
            .reduce(into: [:]) { $0[$1["id"].string ?? ""] = $1["state"].string }
        #expect(states["duckduckgo"] == "off" && states["flickr"] == "ready")
    }

    @Test("a variable that overrides a change is named, and a key that would not be used is not stored")
    func overridden() async throws {
        let place = try Place()
        let program = try RunningProgram(
            ["forage", "serve"], in: place,
            environment: ["FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED": "true", "FLICKR_API_KEY": "two words"])
        let port = try await program.port()
        for (provider, body, name) in [
            ("duckduckgo", #"{"enabled":false}"#, "FORAGE_PROVIDERS_DUCKDUCKGO_ENABLED"),
            ("flickr", #"{"key":{"name":"apiKey","value":"quite-secret"}}"#, "FLICKR_API_KEY"),
        ] {
            let reply = try await LoopbackConnection.request(
                "/api/v1/providers/\(provider)", port: port, method: "POST",
                headers: ["Content-Type: application/json"], body: body)
            #expect(reply?.status == 409)
            #expect(reply?.text.contains(name) == true)
        }
        #expect(!FileManager.default.fileExists(atPath: place.ownCredentials))
        kill(program.process, SIGTERM)
        _ = try await program.ending()
    }

    @Test("a taken port gives exit code 1 with a sentence")
    func taken() async throws {
        let place = try Place()
        let first = try RunningProgram(["forage", "--sandbox", "serve"], in: place)
        let port = try await first.port()
        let second = try await forage("--sandbox", "serve", "--port", "\(port)")
        #expect(second.code == 1)
        #expect(second.messages.contains(Wording.Services.cannotListen(on: "127.0.0.1", port: port)))
    }

    @Test("a generated token is printed once in the address, and admits a browser")
    func newLock() async throws {
        let program = try RunningProgram(
            ["forage", "--sandbox", "serve", "--host=0.0.0.0", "--token"], in: Place())
        let address = try await program.address()
        let parts = address.split(separator: "/?token=")
        try #require(parts.count == 2)
        let port = try #require(Int(parts[0].split(separator: ":").last ?? ""))
        #expect(try await LoopbackConnection.request("/", port: port)?.status == 401)
        let entry = try await LoopbackConnection.request("/?token=\(parts[1])", port: port)
        #expect(entry?.status == 303)
        kill(program.process, SIGTERM)
        let ending = try await program.ending()
        #expect(ending.code == 0)
        #expect(ending.output.split(separator: parts[1]).count == 2)
        #expect(!ending.messages.contains(parts[1]))
    }

    @Test("your own token is printed nowhere", arguments: [false, true])
    func ownLock(isInFile: Bool) async throws {
        let place = try Place()
        let token = "an-owl-of-sixteen"
        let path = try place.write("\(token)\n".utf8, to: "token", permissions: 0o600)
        let program = try RunningProgram(
            ["forage", "--sandbox", "serve"] + (isInFile ? ["--token=\(path)"] : []), in: place,
            environment: isInFile ? [:] : ["FORAGE_GALLERY_TOKEN": token])
        let port = try await program.port()
        #expect(try await LoopbackConnection.request("/", port: port)?.status == 401)
        let answer = try await LoopbackConnection.request(
            "/", port: port, headers: ["Authorization: Bearer \(token)"])
        #expect(answer?.status == 200)
        kill(program.process, SIGTERM)
        let ending = try await program.ending()
        #expect(ending.code == 0)
        #expect(!(ending.output + ending.messages).contains(token))
    }

    @Test(
        "a token that is too easy to guess is refused",
        arguments: ["short", "an owl of sixteen", "an-öwl-of-sixteen"])
    func weak(token: String) async throws {
        let program = try RunningProgram(
            ["forage", "serve"], in: Place(), environment: ["FORAGE_GALLERY_TOKEN": token])
        let ending = try await program.ending()
        #expect(ending.code == 64)
        #expect(ending.messages.contains("it needs at least 16 letters"))
    }

    @Test("forage-gallery has the help of forage serve")
    func help() async throws {
        let place = try Place()
        let ending = try await RunningProgram(["forage-gallery", "--help"], in: place).ending()
        #expect(ending.output == (try await forage("serve", "--help")).output)
    }
}

extension RunningProgram {
    func port() async throws -> Int {
        try #require(Int(try await address().split(separator: ":").last?.dropLast() ?? ""))
    }
}
