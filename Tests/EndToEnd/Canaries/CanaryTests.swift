import Platform
import TestPlaces
import Testing

/// Every provider gets a recognisable key, and then all output and files are searched for it.
@Suite("Keys appear only in requests")
struct CanaryTests {
    private let home: CanaryHome

    init() throws { home = try CanaryHome() }

    @Test("no command in any format, and no fault of a service, reveals a key")
    func nowhere() async throws {
        var sent: Set<String> = []
        for scene in [CanaryHome.search, CanaryHome.lookAround, CanaryHome.meetFaults, CanaryHome.tidyUp] {
            try await scene(home)()
            sent.formUnion(try await home.canariesSeenByServices())
        }
        // A key that was never sent could not be returned.
        #expect(sent == Set(CanaryHome.sentCanaries))
        #expect(home.runs.count > 100)
        #expect(try home.findings().isEmpty)
    }

    @Test("a key in base64 is found whatever precedes it", arguments: ["", "x", "xy", "xyz"])
    func packed(before: String) {
        let packed = Data("\(before)sandbox-canary/a+b= and more".utf8).base64EncodedString()
        #expect(EncodedKey.all(of: "sandbox-canary/a+b=").contains { packed.contains($0) })
    }
}

extension CanaryHome {
    static let formats = Campaign.some(3, of: ["table", "json", "html", "jsonl", "csv", "markdown"])

    /// Faults of the services.
    static let faults = Campaign.some(
        6,
        of: [
            "echo", "echo=200", "echo=302", "401", "redirect=1", "html", "echo=404", "echo=500", "403",
            "429=1",
            "loop", "cut", "badbyte", "type=text/plain",
        ])
}

/// The encoded forms of a key.
enum EncodedKey {
    static func all(of key: String) -> [String] {
        let percent = key.utf8.map(Self.percentEncoded).joined()
        let shifted = (0..<3).map { Self.base64(key, behind: $0) }
        let web = shifted.map { String($0.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }) }
        let escaped = String(key.flatMap { $0 == "/" ? ["\\", "/"] : [$0] })
        return [key, percent, percent.lowercased(), escaped] + shifted + web
    }

    private static func percentEncoded(_ byte: UInt8) -> String {
        let character = Character(Unicode.Scalar(byte))
        if character.isLetter || character.isNumber || "-._~".contains(character) { return String(character) }
        return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// The base64 characters that depend only on the key.
    private static func base64(_ key: String, behind count: Int) -> String {
        let bytes = [UInt8](repeating: 0, count: count) + key.utf8
        let letters = Data(bytes).base64EncodedString()
        return String(letters.prefix(bytes.count * 8 / 6).dropFirst((count * 8 + 5) / 6))
    }
}
