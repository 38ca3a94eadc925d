import JSON
import LoopbackClient
import Platform
import TestPlaces
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Downloads on a failing machine", .timeLimit(.minutes(4)))
struct GetErrorTests {
    private let place: Place

    init() throws { place = try Place() }

    /// The addresses of the complete files, by name.
    private func files() throws -> [String: String] {
        let folder = place.folder + "/owls"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let files = names.filter { !$0.hasSuffix(".json") && !$0.contains(".part") && !$0.hasSuffix(".new") }
        return try files.reduce(into: [:]) { addresses, name in
            let credit = try Data(contentsOf: URL(filePath: "\(folder)/\(name).credit.json"))
            addresses[name] = try JSONDocument(Array(credit), mode: .strict).root["url"].string
        }
    }

    /// The addresses requested since the last call.
    private func asked(_ sandbox: String) async throws -> [String] {
        let addresses = try await SharedSandbox.requests(at: sandbox).map { request in
            let query = request["query"].string ?? ""
            return "https://\(request["host"].string ?? "")\(request["path"].string ?? "")"
                + (query.isEmpty ? "" : "?" + query)
        }
        _ = try await LoopbackConnection.request("/sandbox/reset", port: port(sandbox), method: "POST")
        return addresses
    }

    private func port(_ sandbox: String) throws -> Int {
        try #require(sandbox.split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) })
    }

    @Test(
        "after kills during many downloads, every file is correct, and complete ones are not downloaded again"
    )
    func killed() async throws {
        let (kills, fileCount) = (Campaign.count(3, of: 10), Campaign.count(60, of: 200))
        let host = try RunningProgram(["forage", "sandbox", "--port", "0"], in: Place())
        let sandbox = try await host.address()
        let listing = try await RunningProgram(
            ["forage", "--sandbox", "browse", "-n", "\(fileCount)", "--no-measure", "--format", "jsonl"],
            in: place,
            environment: ["FORAGE_SANDBOX": sandbox]
        ).ending()
        try Data(listing.output.utf8).write(to: URL(filePath: place.folder + "/listing"))
        let words = [
            "forage", "--sandbox", "get", "--from", "listing", "--to", "owls", "--name", "{id}", "--size",
            "thumbnail", "--timeout", "60",
        ]
        var whole: [String: String] = [:]
        // Arbitrary moments, the same each time.
        var seed: UInt64 = 7
        for _ in 0..<kills {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let run = try RunningProgram(words, in: place, environment: ["FORAGE_SANDBOX": sandbox])
            try await run.wait(
                untilThereAre: whole.count + Int(seed >> 33) % (fileCount / 7), in: place.folder + "/owls")
            usleep(UInt32(seed >> 40) % 20_000)
            kill(run.process, SIGKILL)
            _ = try await run.ending()
            let twice = try await asked(sandbox).filter(Set(whole.values).contains)
            #expect(twice == [])
            whole = try files()
        }
        let ending = try await RunningProgram(words, in: place, environment: ["FORAGE_SANDBOX": sandbox])
            .ending()
        #expect(ending.code == 0, "\(ending.messages)")
        #expect(try await asked(sandbox).filter(Set(whole.values).contains) == [])
        let all = try files()
        #expect(all.count == fileCount)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls")
        #expect(names.count == 2 * fileCount)
        for (name, address) in all {
            let path = "/" + address.dropFirst("https://".count)
            let source = try #require(try await LoopbackConnection.request(path, port: port(sandbox)))
            #expect(Array(try Data(contentsOf: URL(filePath: "\(place.folder)/owls/\(name)"))) == source.body)
        }
        host.interrupt()
        _ = try await host.ending()
    }

    @Test("with a limit on file sizes every failure is reported, and the parts are kept")
    func limitedFiles() async throws {
        let words = [
            "--sandbox", "get", "--query", "owl from:unsplash", "-n", "2", "--name", "{id}", "--size",
            "regular",
        ]
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", "ulimit -f 16; exec \"$0\" \"$@\"", BuiltPrograms.path(of: "forage")] + words,
            in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get(), "LLVM_PROFILE_FILE": "/dev/null"]
        ).ending()
        #expect(ending.code == 1)
        #expect(ending.outputLines.count { $0.hasPrefix("failed\t") && $0.contains("file too large") } == 2)
        let names = try FileManager.default.contentsOfDirectory(atPath: place.folder)
        #expect(names.count { $0.hasSuffix(".part") } == 2)
        let again = try await RunningProgram(
            ["forage"] + words, in: place, environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()]
        ).ending()
        #expect(again.code == 0)
        #expect(again.outputLines.allSatisfy { $0.hasPrefix("resumed\t") })
    }

    @Test(
        "with a full disk the parts are kept and the exit code is 1, and with more room the downloads continue",
        .enabled(if: SmallDisk.mayMount))
    func fullDisk() async throws {
        let folder = place.folder + "/owls"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = SmallDisk.script(
            """
            \(SmallDisk.mount("24k", at: folder)); "$0" "$@"; echo "code $?"; ls \(folder); echo again
            mount -o remount,size=64m \(folder); "$0" "$@"; echo "code $?"; ls \(folder)
            """)
        let ending = try await RunningProgram(
            [
                "/bin/sh", "-c", script, BuiltPrograms.path(of: "forage"), "--sandbox", "get", "--query",
                "owl from:unsplash", "-n", "3", "--to", folder, "--name", "{id}", "--size", "regular",
                "--jobs", "1",
            ], in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get(), "LLVM_PROFILE_FILE": "/dev/null"]
        ).ending()
        let runs = ending.output.split(separator: "again\n")
        try #require(runs.count == 2)
        let lines = runs.map { $0.split(separator: "\n") }
        #expect(lines[0].contains("code 1"))
        #expect(
            lines[0].contains { $0.hasSuffix(".part") } && lines[0].contains { $0.hasSuffix(".part.json") })
        #expect(ending.messages.contains("\(Wording.Files.diskFull). \(Wording.Downloads.freeSpace)"))
        #expect(lines[1].contains("code 0"), "\(ending.output) \(ending.messages)")
        #expect(lines[1].first?.hasPrefix("resumed\t") == true)
        #expect(lines[1].filter { $0.hasSuffix(".png") }.count == 3)
        #expect(!lines[1].contains { $0.hasSuffix(".part") })
    }

    @Test(
        "without room for a conversion the download is kept and converted later",
        .enabled(if: SmallDisk.mayMount))
    func fullDiskForConversion() async throws {
        let words = [
            "--sandbox", "get", "--query", "owl from:unsplash", "-n", "1", "--name", "owl", "--size",
            "thumbnail", "--to",
        ]
        let environment = [
            "FORAGE_SANDBOX": try SharedSandbox.address.get(), "LLVM_PROFILE_FILE": "/dev/null",
        ]
        let plain = try await RunningProgram(
            ["forage"] + words + ["plain"], in: place, environment: environment
        ).ending()
        #expect(plain.code == 0, "\(plain.messages)")
        let size = try Data(contentsOf: URL(filePath: place.folder + "/plain/owl.png")).count
        let folder = place.folder + "/owls"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The download and its record fill the disk.
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let room = ((size + page - 1) / page + 1) * page
        let script = SmallDisk.script(
            """
            \(SmallDisk.mount("\(room)", at: folder)); "$0" "$@"; echo "code $?"; ls \(folder); echo again
            mount -o remount,size=64m \(folder); "$0" "$@"; echo "code $?"; ls \(folder)
            """)
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script, BuiltPrograms.path(of: "forage")] + words
                + [folder, "--convert", "jpeg"], in: place, environment: environment
        ).ending()
        let runs = ending.output.split(separator: "again\n")
        try #require(runs.count == 2, "\(ending.output) \(ending.messages)")
        let lines = runs.map { $0.split(separator: "\n") }
        #expect(lines[0].suffix(3) == ["code 1", "owl.part", "owl.part.json"], "\(ending.output)")
        #expect(
            ending.messages.contains(
                "\(Wording.Files.unwritable("it", Wording.Files.diskFull)). \(Wording.Downloads.freeSpace)"),
            "\(ending.messages)")
        #expect(lines[1].first?.hasPrefix("resumed\t") == true, "\(ending.output) \(ending.messages)")
        #expect(lines[1].suffix(3) == ["code 0", "owl.jpg", "owl.jpg.credit.json"])
    }
}

extension RunningProgram {
    /// Waits until the folder contains the given number of files, or the program has ended.
    fileprivate func wait(untilThereAre count: Int, in folder: String) async throws {
        let deadline = ContinuousClock.now + .seconds(30)
        while ContinuousClock.now < deadline, hasNotEnded {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            if names.count(where: { $0.hasSuffix(".png") || $0.hasSuffix(".jpg") }) >= count { return }
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
