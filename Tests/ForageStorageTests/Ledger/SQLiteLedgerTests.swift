import Database
import ForageCore
import Platform
import Synchronization
import TestPlaces
import TestWording
import Testing

@testable import ForageStorage

@Suite("The ledger of requests on this machine")
struct SQLiteLedgerTests {
    private let place: LedgerPlace
    private let ten = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    init() throws { place = try LedgerPlace() }

    /// Opens the ledger as another process would.
    private func ledger() -> SQLiteLedger {
        SQLiteLedger(in: place.folder, now: { Self.now }, warn: { [place] in place.note($0) })
    }

    private static func count(_ number: Int, from ledger: some Ledger, within limits: RequestLimits) async
        -> Int
    {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<number {
                group.addTask {
                    let leave = await ledger.take(from: "sample", within: limits, by: .distantFuture)
                    return if case .granted = leave { true } else { false }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    @Test("fifty simultaneous requests on ten connections stay within the quota")
    func connections() async {
        let granted = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<10 {
                let ledger = ledger()
                group.addTask { await Self.count(5, from: ledger, within: ten) }
            }
            return await group.reduce(0, +)
        }
        #expect(granted == 10)
        #expect(place.warnings.isEmpty)
        #expect(await ledger().states()["sample"]?.quota?.remaining == 0)
    }

    @Test("fifty simultaneous requests in five processes stay within the quota")
    func processes() async throws {
        let folder = place.folder
        let granted = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 {
                group.addTask {
                    let ending = await #expect(
                        processExitsWith: .success, observing: [\.standardOutputContent]
                    ) { [folder = folder as String] in
                        let ledger = SQLiteLedger(in: folder, warn: { print("warning: \($0)") })
                        let limits = RequestLimits(quota: Quota(10, per: .seconds(3600)), pace: nil)
                        let granted = await SQLiteLedgerTests.count(10, from: ledger, within: limits)
                        print("granted:", granted)
                    }
                    let output = String(decoding: ending?.standardOutputContent ?? [], as: UTF8.self)
                    #expect(!output.contains("warning"))
                    let line = try #require(output.split(separator: "\n").first { $0.hasPrefix("granted: ") })
                    return try #require(Int(line.dropFirst("granted: ".count)))
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(granted == 10)
    }

    @Test("the state of a provider reads back unchanged")
    func roundTrip() async throws {
        var state = ProviderState()
        state.quota = QuotaState(
            limit: 50, remaining: 7, start: Self.now - 0.25, reset: Self.now + 3600, isOwn: true)
        state.nextTurn = Self.now + 0.125
        state.deferral = Pause(until: Self.now + 90, "\(Wording.Services.pause) — \"é\"")
        state.breaker = Breaker(
            failureCount: 4, pause: Pause(until: Self.now + 60, Wording.Services.failed("500")),
            trialEnd: Self.now + 30)
        state.last = .init(Self.now, "answered 200", isAnswer: true)
        var news: [String] = []
        var database = try StateFile(
            folder: place.folder, name: "ledger", steps: LedgerTable.steps, lament: ""
        ).open(&news)
        var ofToken = state
        ofToken.quota?.isOwn = false
        ofToken.quota?.isOfToken = true
        for kept in [state, ofToken, ProviderState()] {
            try database.keep(kept, of: "sample")
            #expect(try database.state(of: "sample") == kept)
            #expect(try database.states() == ["sample": kept])
        }
    }

    @Test("all processes see notes and resets")
    func shared() async {
        let (one, other) = (ledger(), ledger())
        for _ in 0..<3 {
            await one.note(RequestEnding(.failed(Wording.Services.failed("500"))), of: "sample")
        }
        #expect(
            await other.take(from: "sample", within: ten, by: .distantFuture)
                == .refused(Pause(until: Self.now + 30, Wording.Services.failed("500"))))
        #expect(await other.states()["sample"]?.breaker.failureCount == 3)
        #expect(await other.reset("sample"))
        #expect(await one.states().isEmpty)
        #expect(await one.take(from: "sample", within: ten, by: Self.now) == .granted(at: Self.now))
    }

    @Test("reading creates no file")
    func lazy() async {
        #expect(await ledger().states().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: place.folder))
    }

    @Test("a file that is not a ledger is set aside, and counting starts again; one of a later version stays")
    func setAside() async throws {
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        let path = place.folder + "/ledger.sqlite"
        try Data(repeating: 7, count: 10_000).write(to: URL(filePath: path))
        #expect(await Self.count(11, from: ledger(), within: ten) == 10)
        #expect(place.warnings.count == 1)
        #expect(try Data(contentsOf: URL(filePath: path + ".aside")).count == 10_000)
        var database = try Connection(path)
        try database.execute("PRAGMA user_version = 99")
        #expect(await Self.count(11, from: ledger(), within: ten) == 10)
        #expect(place.warnings.last?.contains("later version of this program (database version 99)") == true)
        #expect(try database.schemaVersion() == 99)
        #expect(!FileManager.default.fileExists(atPath: path + ".aside-2"))
    }

    @Test("a failed reset is reported, and resetting an empty ledger succeeds")
    func resetInVain() async throws {
        #expect(await ledger().reset("sample"))
        try FileManager.default.createDirectory(
            atPath: place.folder + "/ledger.sqlite", withIntermediateDirectories: true)
        #expect(await !ledger().reset("sample"))
        #expect(place.warnings.count == 1)
    }

    @Test("a file that is damaged during use is replaced")
    func damagedInUse() async throws {
        let before = ledger()
        for number in 0..<200 {
            let id = try #require(ProviderID("provider-\(number)"))
            await before.note(RequestEnding(.failed(String(repeating: "x", count: 200))), of: id)
        }
        let path = place.folder + "/ledger.sqlite"
        var database = try Connection(path)
        try database.emptyLog(patience: .seconds(5))
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(4096..., with: Data(repeating: 7, count: bytes.count - 4096))
        try bytes.write(to: URL(filePath: path))
        #expect(await Self.count(11, from: ledger(), within: ten) == 10)
        #expect(place.warnings.count == 1)
    }

    @Test(
        "a removed or replaced file is reopened, so that all processes count in the same one",
        arguments: [true, false])
    func removed(othersAreFirst: Bool) async throws {
        let (one, other) = (ledger(), ledger())
        #expect(await Self.count(6, from: one, within: ten) == 6)
        try FileManager.default.removeItem(atPath: place.folder)
        let (first, second) = othersAreFirst ? (other, one) : (one, other)
        #expect(await Self.count(6, from: first, within: ten) == 6)
        #expect(await Self.count(6, from: second, within: ten) == 4)
        #expect(await one.states() == other.states())
        #expect(place.warnings.isEmpty)
    }

    @Test("if nothing can be written, this run counts in memory and warns once")
    func unusable() async throws {
        try Data().write(to: URL(filePath: place.folder))
        let ledger = ledger()
        #expect(await Self.count(20, from: ledger, within: ten) == 10)
        await ledger.note(RequestEnding(.answered("answered 200")), of: "sample")
        #expect(await ledger.states()["sample"]?.last?.words == "answered 200")
        await ledger.reset("sample")
        #expect(await ledger.states().isEmpty)
        #expect(place.warnings.count == 1)
        #expect(place.warnings.first?.hasSuffix("counted for this run only.") == true)
    }
}

/// A folder that does not exist yet, and the warnings about it.
private final class LedgerPlace: Sendable {
    private let place: TemporaryFolder
    var folder: String { place.path + "/ledger" }
    private let said = Mutex<[String]>([])

    init() throws { place = try TemporaryFolder() }

    var warnings: [String] { said.withLock(\.self) }

    func note(_ warning: String) { said.withLock { $0.append(warning) } }
}
