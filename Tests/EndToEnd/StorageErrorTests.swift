import Platform
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A cache that cannot be written")
struct StorageErrorTests {
    private let place: Place
    private let search = ["search", "owl", "-n", "5", "--fields", "id", "--no-measure", "--sandbox"]

    init() throws { place = try Place() }

    /// Runs a search inside a script, as `"$0" "$@"`.
    private func searched(in script: String) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["/bin/sh", "-c", script, BuiltPrograms.path(of: "forage")] + search, in: place,
            environment: [
                "FORAGE_SANDBOX": SharedSandbox.address.get(), "XDG_CACHE_HOME": "\(place.home)/small",
                "LLVM_PROFILE_FILE": "/dev/null",
            ]
        ).ending()
    }

    private func expectResultsAndOneWarning(_ ending: RunningProgram.Ending) {
        #expect(ending.code == 0)
        #expect(ending.outputLines.count == 5)
        let warnings = ending.messageLines.filter { $0.hasPrefix("forage: ") }
        #expect(warnings.count == 1, "\(ending.messages)")
        #expect(ending.messages.contains(Wording.Storage.notCached("\(place.home)/small/forage")))
    }

    @Test(
        "with a limit on file sizes, searches work and warn once",
        arguments: [16, 40, 100])
    func limitedFiles(blockCount: Int) async throws {
        let script = "trap '' XFSZ; ulimit -f \(blockCount); exec \"$0\" \"$@\""
        expectResultsAndOneWarning(try await searched(in: script))
    }

    @Test(
        "with a full disk, searches work and warn once", .enabled(if: SmallDisk.mayMount),
        arguments: ["4k", "40k", "100k", "300k"])
    func fullDisk(size: String) async throws {
        let folder = "\(place.home)/small"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = SmallDisk.script("\(SmallDisk.mount(size, at: folder)) && exec \"$0\" \"$@\"")
        expectResultsAndOneWarning(try await searched(in: script))
    }

    @Test(
        "with a full disk, the cache is reported neither as unreadable nor as intact",
        .enabled(if: SmallDisk.mayMount), arguments: ["clear", "stats"])
    func tidyingFullDisk(action: String) async throws {
        let folder = "\(place.home)/small"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let script = SmallDisk.script(
            """
            \(SmallDisk.mount("4m", at: folder)) && "$0" "$@" >&2
            rm -f \(folder)/forage/sandbox/*-shm
            dd if=/dev/zero of=\(folder)/rest bs=4k 2>/dev/null
            "$0" --sandbox cache \(action); echo $?
            "$0" --sandbox doctor | grep full
            """)
        let ending = try await searched(in: script)
        #expect(ending.messages.contains("The disk is full, and reading the cache in \(folder)/"))
        #expect(ending.outputLines.first == "1")
        #expect(ending.output.contains("failed\tcache\t"), "\(ending.output)\(ending.messages)")
    }

    @Test("with a read-only folder, searches work and warn once")
    func readOnly() async throws {
        let folders = ["\(place.home)/small/forage", "\(place.home)/.local/state"]
        for folder in folders {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        }
        try allow(0o555, folders[0])
        try allow(0o777, folders[1])
        // Permissions do not restrict root, so the program runs as another user.
        let runner = getuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
        let ending = try await searched(in: "exec \(runner) \"$0\" \"$@\"")
        try allow(0o755, folders[0])
        expectResultsAndOneWarning(ending)
        #expect(
            ending.messages.contains("\(Wording.Files.unwritable(folders[0], Wording.Files.denied)). Answers")
        )
        #expect(ending.messages.contains(Wording.Storage.writableFolder("XDG_CACHE_HOME")))
    }

    @Test(
        "in a read-only folder, clearing fails with the reason", arguments: ["clear", "prune", "verify"])
    func tidyingReadOnly(action: String) async throws {
        let kept = try await searched(in: "exec \"$0\" \"$@\"")
        #expect(kept.code == 0)
        let folder = "\(place.home)/small/forage/sandbox"
        let files = ["/responses.sqlite", "/items.sqlite"]
        let names = [""] + files + files.flatMap { ["\($0)-wal", "\($0)-shm"] }
        for above in ["", "/forage"] { try allow(0o755, "\(place.home)/small" + above) }
        for name in names { try allow(0o555, folder + name) }
        let ending = try await asAnother(["--sandbox", "cache", action])
        for name in names { try allow(0o755, folder + name) }
        #expect(ending.code == 1, "\(ending.output)\(ending.messages)")
        // The cache can still be listed; only damaged entries cannot be removed.
        #expect(action == "verify" ? ending.output.hasPrefix("Checked ") : ending.output.isEmpty)
        #expect(ending.messages.contains("\(place.home)/small"))
    }

    @Test("in a read-only folder, the cache can be read")
    func readingReadOnly() async throws {
        let folder = "\(place.home)/small/forage/sandbox"
        let kept = try await searched(
            in: "\"$0\" \"$@\" && chmod -R a+rX '\(place.home)/small' && chmod a-w '\(folder)'")
        #expect(kept.code == 0)
        for words in [["search", "owl", "--offline", "--no-measure"], ["cache", "export"]] {
            let ending = try await asAnother(["--sandbox"] + words)
            #expect(ending.code == 0 && !ending.output.isEmpty, "\(ending.messages)")
        }
        try allow(0o755, folder)
    }

    @Test("an empty cache in an unwritable place can be cleared")
    func tidyingNothing() async throws {
        let ending = try await RunningProgram(
            ["forage", "--sandbox", "cache", "clear"], in: place,
            environment: ["XDG_CACHE_HOME": "/proc/nowhere"]
        ).ending()
        #expect(ending.code == 0)
        #expect(ending.output == "Removed 0 answers and 0 items.\n")
    }

    @Test("if the folder is removed meanwhile, searches work and warn once")
    func removed() async throws {
        let words = "bereaved \"fault:delay=1000\""
        let search = try RunningProgram(
            ["forage", "--sandbox", "search", words, "-p", "duckduckgo", "--no-measure"], in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get(), "FORAGE_TIMEOUT": "30"])
        while try await SharedSandbox.requestCount(about: words) == 0 {
            try await Task.sleep(for: .milliseconds(5))
        }
        try FileManager.default.removeItem(atPath: "\(place.home)/.cache/forage")
        let ending = try await search.ending()
        #expect(ending.code == 0)
        #expect(ending.messageLines.count { $0.hasPrefix("forage: ") } == 1, "\(ending.messages)")
        #expect(ending.messages.contains(Wording.Storage.answersNotCached))
    }

    /// Runs the program as a user without root's permissions.
    private func asAnother(_ words: [String]) async throws -> RunningProgram.Ending {
        let runner = getuid() == 0 ? "setpriv --reuid=65534 --clear-groups" : ""
        return try await RunningProgram(
            ["/bin/sh", "-c", "exec \(runner) \"$0\" \"$@\"", BuiltPrograms.path(of: "forage")] + words,
            in: place,
            environment: ["XDG_CACHE_HOME": "\(place.home)/small", "LLVM_PROFILE_FILE": "/dev/null"]
        ).ending()
    }

    private func allow(_ permissions: Int, _ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }
}
