import Database
import Platform
import TestWording
import Testing

@Suite("Downloads with a broken archive", .timeLimit(.minutes(2)))
struct GetArchiveErrorTests {
    private let place: Place

    init() throws { place = try Place() }

    private var archive: String { "\(place.home)/.local/state/forage/sandbox/archive.sqlite" }

    private func start(_ sandbox: String) throws -> RunningProgram {
        try RunningProgram(
            [
                "forage", "--sandbox", "get", "--query", "owl from:unsplash", "-n", "3", "--name", "{id}",
                "--to", "owls", "--archive", "--jobs", "1",
            ], in: place, environment: ["FORAGE_SANDBOX": sandbox])
    }

    private func files() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls")) ?? []
    }

    @Test("if the archive gives no answer, nothing is downloaded, and that is reported once")
    func unknown() async throws {
        _ = try await start(SharedSandbox.address.get()).ending()
        try FileManager.default.removeItem(atPath: place.folder + "/owls")
        var database = try Connection(archive)
        try database.execute("DROP TABLE had")
        let ending = try await start(SharedSandbox.address.get()).ending()
        #expect(ending.code == 1)
        #expect(
            ending.outputLines.count == 1
                && ending.output.contains(
                    "\(Wording.Downloads.unusableArchive), \(Wording.Downloads.unknownDownload)")
        )
        #expect(
            ending.messages.contains("The download stopped because \(Wording.Downloads.unusableArchive)."))
        #expect(files() == [])
    }

    @Test(
        "if another program locks the archive meanwhile, the file is saved but not archived until the next run"
    )
    func unnoted() async throws {
        let slow = try RunningProgram(
            ["forage-sandbox", "--fault", "images.unsplash.com:delay=2000"], in: Place())
        let run = try await start(slow.address())
        while run.hasNotEnded, !files().contains(where: { $0.hasSuffix(".part") }) {
            try await Task.sleep(for: .milliseconds(2))
        }
        var holder = try Connection(archive)
        try holder.execute("BEGIN IMMEDIATE; DELETE FROM had")
        let ending = try await run.ending()
        #expect(ending.code == 3, "\(ending.output) \(ending.messages)")
        #expect(ending.outputLines.count == 1 && ending.output.hasPrefix("saved\t"))
        #expect(
            ending.messages.contains(
                "in use by another program. \(Wording.Downloads.missingInArchive("1 file"))"))
        try holder.execute("ROLLBACK")
        slow.interrupt()
        let again = try await start(SharedSandbox.address.get()).ending()
        #expect(
            again.code == 0 && again.messages.contains("2 saved")
                && again.messages.contains(Wording.Downloads.there(1)))
        #expect(try holder.first("SELECT count(*) FROM had") { $0.int(0) } == 3)
    }
}
