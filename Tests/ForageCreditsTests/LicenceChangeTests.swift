import ForageCore
import Testing

@testable import ForageCredits

@Suite("Changes of licences")
struct LicenceChangeTests {
    private func licence(_ text: String?) -> Licence? { text.map { Licence(spdx: $0) } }

    @Test(
        "each kind of change is named",
        arguments: [
            ("CC-BY-4.0", "CC-BY-4.0", .same), ("CC-BY-2.0", "CC-BY-4.0", .version),
            ("CC-BY-NC-4.0", "CC-BY-4.0", .looser),
            ("CC-BY-4.0", "CC-BY-NC-4.0", .stricter), ("CC-BY-4.0", "CC-BY-SA-4.0", .stricter),
            ("CC-BY-SA-4.0", "CC0-1.0", .looser), ("CC-BY-ND-4.0", "CC-BY-NC-4.0", .other),
            ("CC-BY-4.0", nil, .withdrawn),
            (nil, "CC-BY-4.0", .looser), (nil, nil, .same), ("CC-BY-4.0", "House-Licence", .other),
            ("CC-BY-4.0", "all-rights-reserved", .stricter), ("CC0-1.0", "CC-PDM-1.0", .same),
        ] as [(String?, String?, LicenceChange)])
    func changes(old: String?, new: String?, expected: LicenceChange) {
        #expect(LicenceChange(from: licence(old), to: licence(new)) == expected)
    }

    @Test("sources that state different licences disagree")
    func disagreement() {
        var entry = LockEntry.sample()
        #expect(!entry.sourcesDisagree)
        entry.credits.append(LockCredit(CreditLine(title: "x", licence: .creativeCommons("by-nc", "4.0"))))
        #expect(entry.sourcesDisagree)
    }
}
