import LoopbackClient
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage --sandbox and forage sandbox")
struct SandboxTests {
    @Test("forage --sandbox search owl works without any setup")
    func search() async throws {
        let ending = try await forage("--sandbox", "search", "owl")
        #expect(ending.code == 0)
        #expect(ending.outputLines.count > 5)
    }

    @Test("the option may precede or follow the command")
    func place() async throws {
        // The number of pictures measured in time may vary.
        let before = try await forage("--sandbox", "search", "owl", "--no-measure")
        let after = try await forage("search", "owl", "--no-measure", "--sandbox")
        #expect(before.code == 0)
        #expect(before.output == after.output)
    }

    @Test("your own base URLs are ignored")
    func ownAddresses() async throws {
        let elsewhere = ["FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": "http://127.0.0.1:1"]
        let ending = try await forage("--sandbox", "search", "owl", environment: elsewhere)
        #expect(ending.code == 0)
    }

    @Test("FORAGE_SANDBOX names a running sandbox")
    func running() async throws {
        let address = try SharedSandbox.address.get()
        let ending = try await forage(
            "--sandbox", "search", "owl", "--verbose", environment: ["FORAGE_SANDBOX": address])
        #expect(ending.code == 0)
        #expect(ending.outputLines.count > 5)
        #expect(!ending.messages.contains("listening"))
    }

    @Test(
        "an invalid or remote FORAGE_SANDBOX is refused",
        arguments: ["8080", "file:///tmp", "http://", "http://example.com/"])
    func noAddress(text: String) async throws {
        let ending = try await forage("--sandbox", "search", "owl", environment: ["FORAGE_SANDBOX": text])
        #expect(ending.code == 64)
        #expect(ending.messages.contains("\(Wording.Services.sandboxAddress) of a sandbox that runs on this"))
    }

    @Test("no sandbox outlives its search, however that ends", arguments: [nil, SIGINT, SIGKILL])
    func leavesNothing(signal: Int32?) async throws {
        let search = try RunningProgram(
            ["forage", "--sandbox", "search", "owl", "\"fault:delay=60000\"", "--timeout", "2", "--verbose"],
            in: Place())
        let address = try await search.address()
        if let signal { kill(search.process, signal) }
        _ = try await search.ending()
        #expect(try await Self.endsListening(address))
    }

    private static func endsListening(_ address: String) async throws -> Bool {
        let port = try #require(Int(address.split(separator: ":").last?.prefix { $0 != "/" } ?? ""))
        for _ in 0..<2_000 {
            do {
                _ = try LoopbackConnection(port: port)
            } catch {
                return true
            }
            try await Task.sleep(for: .milliseconds(5))
        }
        return false
    }

    @Test("a taken port is reported")
    func takenPort() async throws {
        let port = try SharedSandbox.address.get().split(separator: ":").last ?? ""
        let ending = try await forage("sandbox", "--port", String(port))
        #expect(ending.code != 0)
        #expect(ending.messages.contains(port))
    }

    @Test("faults are passed on, and unknown ones refused")
    func faults() async throws {
        let ending = try await forage("sandbox", "--fault", "api.duckduckgo.com:dely=5")
        #expect(ending.code == 64)
        #expect(ending.messages.contains("dely=5"))
    }
}
