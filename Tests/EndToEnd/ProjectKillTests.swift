import JSON
import Platform
import TestPlaces
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("A project after its command was killed", .timeLimit(.minutes(10)))
struct ProjectKillTests {
    private let place: Place
    private let count = 4

    init() throws { place = try Place() }

    /// A moment of the work.
    enum Moment: String, CaseIterable {
        case start, download, firstFile, allFiles, lock, lockWritten

        /// Indicates whether the moment has come, by the names of the files in the project.
        func hasCome(_ names: [String], _ count: Int) -> Bool {
            let pictures = names.count { $0.hasPrefix("pictures/unsplash/") && $0.hasSuffix(".png") }
            return switch self {
            case .start: true
            case .download: names.contains { $0.hasPrefix("pictures/") || $0.hasPrefix(".forage-sync") }
            case .firstFile: pictures > 0
            case .allFiles: pictures == count
            // The new lock has another name until it is whole.
            case .lock: names.contains { $0.hasPrefix("credits.lock.") }
            case .lockWritten: names.contains("credits.lock")
            }
        }
    }

    private var names: [String] {
        (try? FileManager.default.subpathsOfDirectory(atPath: place.folder)) ?? []
    }

    private func run(_ arguments: [String]) throws -> RunningProgram {
        try RunningProgram(
            ["forage", "--sandbox"] + arguments, in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()])
    }

    private var add: [String] {
        ["add", "--query", "owl from:unsplash", "-n", "\(count)", "-t", "60", "--to", "pictures"]
    }

    /// Starts a command and kills it at a moment, or a little later.
    private func stop(_ arguments: [String], at moment: Moment, after delay: Duration = .zero) async throws {
        let command = try run(arguments)
        while !moment.hasCome(names, count), command.hasNotEnded { usleep(200) }
        try await Task.sleep(for: delay)
        kill(command.process, SIGKILL)
        _ = try await command.ending()
    }

    /// The lock and the files that it covers are whole, whatever happened to the command.
    private func expectWhole() async throws {
        let path = place.folder + "/credits.lock"
        guard LocalPath.kind(path) != nil else { return }
        let check = try await forage("check", in: place)
        #expect(!check.output.contains("changed") && !check.output.contains("missing"), "\(check.output)")
        let lock = try JSONDocument(LocalFile(path, upTo: 1 << 24).bytes, mode: .strict).root
        #expect(Array(lock["files"].elements).count == count)
    }

    private func expectComplete() async throws {
        let check = try await forage("check", in: place)
        #expect(
            check.code == 0 && check.messages.contains(Wording.Credits.checked(count, faulty: 0)), "\(check)")
        let others = names.filter { $0.hasPrefix(".forage") || $0.contains(".part") || $0.hasSuffix(".new") }
        #expect(others == [])
    }

    @Test("an add that was killed at any moment is completed by the next one", arguments: Moment.allCases)
    func adding(moment: Moment) async throws {
        for number in 0..<Campaign.count(1, of: 10) {
            try? FileManager.default.removeItem(atPath: place.folder + "/pictures")
            try? FileManager.default.removeItem(atPath: place.folder + "/credits.lock")
            try await stop(add, at: moment, after: .milliseconds(7 * number))
            try await expectWhole()
            let again = try await run(add).ending()
            #expect(again.code == 0, "\(again.messages)")
            try await expectComplete()
        }
    }

    @Test("an add that was killed while another one works loses none of its entries")
    func addingTwice() async throws {
        let other = try run([
            "add", "-q", "owl from:unsplash", "-n", "\(count)", "-t", "60", "--to", "others",
        ])
        try await stop(add, at: .allFiles)
        #expect(try await other.ending().code == 0)
        #expect(try await run(add).ending().code == 0)
        let check = try await forage("check", in: place)
        #expect(check.messages.contains(Wording.Credits.checked(2 * count, faulty: 0)), "\(check)")
    }

    @Test(
        "a sync that was killed at any moment is completed by the next one",
        arguments: [
            Moment.start, .download, .firstFile, .allFiles,
        ])
    func syncing(moment: Moment) async throws {
        #expect(try await run(add).ending().code == 0)
        let lock = try LocalFile(place.folder + "/credits.lock", upTo: 1 << 24).bytes
        for number in 0..<Campaign.count(1, of: 10) {
            try FileManager.default.removeItem(atPath: place.folder + "/pictures")
            try await stop(["sync", "-t", "60"], at: moment, after: .milliseconds(7 * number))
            let there = names.count { $0.hasPrefix("pictures/") && $0.hasSuffix(".png") }
            let check = try await forage("check", "--format", "json", in: place)
            #expect(check.output.ranges(of: "\"missing\"").count == count - there, "\(check.output)")
            let again = try await run(["sync", "-t", "60"]).ending()
            #expect(again.code == 0, "\(again.messages)")
            #expect(again.messages.contains(Wording.Credits.synced(count - there, there: there, missing: 0)))
            try await expectComplete()
            #expect(try LocalFile(place.folder + "/credits.lock", upTo: 1 << 24).bytes == lock)
        }
    }
}
