import Foundation
import JSON
import TestPlaces
import TestWording
import Testing

@Suite("forage doctor")
struct DoctorTests {
    @Test("a working installation has no problems, and the sandbox answers")
    func well() async throws {
        let ending = try await forage("doctor", "--format", "json")
        #expect(ending.code == 0, "\(ending.output)")
        let findings = try ending.json["findings"].list
        #expect(findings.allSatisfy { $0["verdict"].string != "failed" })
        #expect(findings.last?["subject"].string == "sandbox")
        #expect(findings.last?["sentence"].string?.contains("answered a search") == true)
        #expect(findings.contains { $0["subject"].string == "libcurl" })
        let pictures = findings.first { $0["subject"].string == "forage-image" }
        #expect(pictures?["sentence"].string == Wording.Pictures.worksWith("libvips and libchafa"))
    }

    @Test("a problem is named with advice, and everything else is still checked")
    func ill() async throws {
        let place = try Place()
        try place.write(#"{"provders": {}}"#, to: "mine.json")
        let ending = try await forage("doctor", "--config", "mine.json", in: place)
        #expect(ending.code == 3)
        #expect(ending.output.contains("failed\tconfiguration"))
        #expect(ending.output.contains("providers"))
        #expect(ending.output.contains("ok\tlibcurl"))
    }

    @Test("an unreadable cache is a problem", arguments: UnreadableCache.allCases)
    func unreadableStore(cache: UnreadableCache) async throws {
        let place = try Place()
        try cache.make(in: place)
        let ending = try await forage("doctor", in: place)
        #expect(ending.code == 3 && ending.output.contains("failed\tcache\t"), "\(ending.output)")
    }

    @Test("your own definition is checked, and an unknown service in the sandbox is not a problem")
    func definitions() async throws {
        let place = try Place()
        let own = try Place.definition(called: "museum")
        let file = "\(place.ownDefinitions)/museum.json"
        try place.write(own, to: file)
        let well = try await forage("doctor", in: place)
        #expect(well.code == 0, "\(well.output)")
        try place.write(own.replacingOccurrences(of: "\"total\": 22", with: "\"total\": 23"), to: file)
        let ill = try await forage("doctor", in: place)
        #expect(ill.code == 3)
        #expect(ill.output.contains("failed\tdefinitions\t\(file):"), "\(ill.output)")
    }

    @Test("shipped definitions are fine if they are found")
    func shipped() async throws {
        let well = try await forage("doctor", environment: ["FORAGE_DEFINITIONS_SHIPPED": "true"])
        let folder = ThisCheckout.folder.appending(path: "Providers/Definitions").path
        #expect(well.output.contains("ok\tdefinitions\t\(folder), with 49 definitions"), "\(well.output)")
    }

    @Test("an extra argument is a usage error")
    func misuse() async throws {
        #expect(try await forage("doctor", "now").code == 64)
    }

    @Test("--live asks each service once a day, and unchanged answers are fine")
    func live() async throws {
        let place = try Place()
        let sandbox = try RunningProgram(["forage-sandbox"], in: place)
        let address = try await sandbox.address()
        let environment = ["FORAGE_SANDBOX": address]
        func live() async throws -> [JSONValue] {
            let ending = try await RunningProgram(
                ["forage", "--sandbox", "doctor", "--live", "--format", "json"], in: place,
                environment: environment
            ).ending()
            #expect(ending.code == 0, "\(ending.output)\(ending.messages)")
            return try ending.json["findings"].list
        }
        let first = try await live()
        #expect(first.contains { $0["subject"].string == "duckduckgo" && $0["verdict"].string == "ok" })
        let count = try await SharedSandbox.requests(at: address).count
        #expect(count > 0)
        let again = try await live()
        #expect(try await SharedSandbox.requests(at: address).count == count)
        sandbox.interrupt()
        // The earlier finding is repeated.
        for key in ["subject", "verdict"] {
            #expect(first.map { $0[key].string } == again.map { $0[key].string })
        }
        for (finding, earlier) in zip(again, first) {
            let sentence = try #require(finding["sentence"].string)
            #expect(
                sentence.hasPrefix("Checked ")
                    && sentence.hasSuffix(": " + (earlier["sentence"].string ?? "?"))
            )
        }
    }

    @Test("--live asks a failing service once, and not again that day")
    func failing() async throws {
        let place = try Place()
        let sandbox = try RunningProgram(
            ["forage-sandbox", "--fault", "api.duckduckgo.com:503"], in: place)
        let address = try await sandbox.address()
        for _ in 0..<2 {
            let ending = try await forage(
                "--sandbox", "doctor", "--live", in: place, environment: ["FORAGE_SANDBOX": address])
            #expect(ending.code == 0)
            #expect(ending.output.contains("It failed: \(Wording.Services.answered("503"))"))
            let requests = try await SharedSandbox.requests(at: address)
            #expect(requests.count { $0["host"].string == "api.duckduckgo.com" } == 1)
        }
        sandbox.interrupt()
    }

    @Test("with --live, unreadable samples are a problem, and their service is not asked")
    func uselessSamples() async throws {
        let checkout = try CheckoutCopy()
        try checkout.place.write("{}", to: "Providers/DuckDuckGo/Tests/Fixtures/samples.json")
        let sandbox = try RunningProgram(["forage-sandbox"], in: checkout.place)
        let address = try await sandbox.address()
        let ending = try await forage(
            "--sandbox", "doctor", "--live", in: checkout.place, environment: ["FORAGE_SANDBOX": address])
        #expect(ending.code == 3)
        #expect(
            ending.output.contains("failed\tduckduckgo\t\(Wording.Diagnosis.unusableSamples): "),
            "\(ending.output)")
        let requests = try await SharedSandbox.requests(at: address)
        #expect(!requests.isEmpty && !requests.contains { $0["host"].string == "api.duckduckgo.com" })
        sandbox.interrupt()
    }

    @Test(
        "a finding about a service is repeated for a day",
        arguments: [
            (
                -3_600, "\tfailed\t\(Wording.Diagnosis.changed)", 3, "failed\tduckduckgo\tChecked ",
                ": \(Wording.Diagnosis.changed)\n"
            ),
            (
                -3_600, "", 0, "unknown\tduckduckgo\tIt was checked ",
                "the result is unknown; \(Wording.Diagnosis.onceADay)"
            ),
            (
                -90_000, "\tfailed\t\(Wording.Diagnosis.changed)", 0,
                "unknown\tduckduckgo\tIt \(Wording.Diagnosis.unchecked)",
                Wording.Services.isUnreachable
            ),
            (
                3_600, "\tfailed\t\(Wording.Diagnosis.changed)", 0,
                "unknown\tduckduckgo\tIt \(Wording.Diagnosis.unchecked)",
                Wording.Services.isUnreachable
            ),
        ] as [(Double, String, Int32, String, String)])
    func noted(age: Double, noted: String, code: Int32, start: String, rest: String) async throws {
        let place = try Place()
        let time = Date().addingTimeInterval(age).formatted(.iso8601)
        try place.write(
            "duckduckgo\t\(time)\(noted)\n", to: "\(place.home)/.local/state/forage/sandbox/live-checks")
        let ending = try await forage(
            "--sandbox", "doctor", "--live", in: place, environment: ["FORAGE_SANDBOX": "http://127.0.0.1:1/"]
        )
        #expect(ending.code == code)
        #expect(ending.output.contains(start) && ending.output.contains(rest), "\(ending.output)")
    }

    @Test("--live without a network reports nothing as broken")
    func offline() async throws {
        let environment = ["FORAGE_SANDBOX": "http://127.0.0.1:1/"]
        let ending = try await forage("--sandbox", "doctor", "--live", environment: environment)
        #expect(ending.code == 0)
        #expect(!ending.output.contains("failed\t"))
        #expect(ending.output.contains(Wording.Diagnosis.unchecked))
    }
}
