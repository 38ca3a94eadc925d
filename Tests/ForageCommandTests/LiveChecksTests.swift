import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageCommand

@Suite("The record of live checks")
struct LiveChecksTests {
    private let folder: TemporaryFolder
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    init() throws { folder = try TemporaryFolder() }

    @Test("two simultaneous programs keep each other's notes")
    func together() throws {
        var one = LiveChecks(in: folder.path, at: now)
        var other = LiveChecks(in: folder.path, at: now)
        try one.note(Finding("birds", .ok, "All is well"), of: "birds")
        try other.note(nil, of: "trees")
        try one.forget("stones")
        let later = LiveChecks(in: folder.path, at: now + 60)
        #expect(later.earlierFinding(of: "birds")?.verdict == .ok)
        #expect(later.earlierFinding(of: "trees")?.verdict == .unknown)
        try other.forget("trees")
        #expect(LiveChecks(in: folder.path, at: now).earlierFinding(of: "trees") == nil)
        #expect(LiveChecks(in: folder.path, at: now).earlierFinding(of: "birds") != nil)
    }

    @Test("the record is readable only by its owner")
    func permissions() throws {
        var checks = LiveChecks(in: folder.path + "/new", at: now)
        try checks.note(nil, of: "birds")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/new/live-checks")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
