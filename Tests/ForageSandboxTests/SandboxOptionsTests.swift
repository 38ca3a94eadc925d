import Testing

@testable import ForageSandbox

struct SandboxOptionsTests {
    @Test("every option accepts its value after a space or an equals sign")
    func readsOptions() throws {
        let options = try SandboxOptions(arguments: [
            "--port", "8080", "--seed=7", "--fault", "a.example:delay=200,cut=3", "--fault=b.example:500",
            "--until-stdin-closes", "--no-limits", "--definitions", "/",
        ])
        #expect(options.port == 8080)
        #expect(options.seed == 7)
        #expect(options.faults.map(\.host) == ["a.example", "a.example", "b.example"])
        #expect(
            options.faults.map(\.fault) == [
                .delay(milliseconds: 200), .cut(bytes: 3), .status(500, retryAfter: nil),
            ])
        #expect(options.untilInputCloses && options.hasNoLimits)
        #expect(options.definitions == "/")
        #expect(!options.wantsHelp)
        #expect(try SandboxOptions(arguments: []) == SandboxOptions())
        #expect(try SandboxOptions(arguments: ["-h"]).wantsHelp)
    }

    @Test(
        "an error is one sentence",
        arguments: [
            (["--prot", "1"], .unknownArgument("--prot")), (["x"], .unknownArgument("x")),
            (["--port"], .missingValue("--port")),
            (["--port", "x"], .notANumber("x", "--port", upTo: 65535)),
            (["--port", "65536"], .notANumber("65536", "--port", upTo: 65535)),
            (["--seed=-1"], .notANumber("-1", "--seed", upTo: .max)),
            (["--definitions", "/nothing"], .notAFolder("/nothing", "--definitions")),
            (["--fault", "delay=1"], .notAHostFault("delay=1")),
            (["--fault", ":delay=1"], .notAHostFault(":delay=1")),
            (["--fault", "a.example:"], .notAHostFault("a.example:")),
            (["--fault", "a.example:dely=1"], .unknownFault("dely=1")),
        ] as [([String], SandboxError)])
    func refusesMistake(arguments: [String], expected: SandboxError) {
        let error = #expect(throws: SandboxError.self) { try SandboxOptions(arguments: arguments) }
        #expect(error == expected)
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test("faults of a host can be added later")
    func addsHostFault() throws {
        var options = SandboxOptions()
        try options.add(hostFaults: "a.example:html")
        #expect(options.faults.map(\.fault) == [.html])
        #expect(throws: SandboxError.unknownFault("x")) { try options.add(hostFaults: "a.example:x") }
    }
}
