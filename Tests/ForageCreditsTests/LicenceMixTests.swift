import ForageCore
import Testing

@testable import ForageCredits

@Suite("Combination of licences")
struct LicenceMixTests {
    private static let names = ["pd", "cc0", "by", "by-sa", "by-nc", "by-nd", "by-nc-sa", "by-nc-nd"]
    /// The rows and columns of the chart of Creative Commons.
    private static let chart = [
        "11111010", "11111010", "11111010", "11110000", "11101010", "00000000", "11101010", "00000000",
    ]

    private static func licence(_ name: String, _ version: String = "4.0") -> Licence {
        switch name {
        case "pd": .creativeCommons("mark", "1.0")
        case "cc0": .creativeCommons("zero", "1.0")
        default: .creativeCommons(name, version)
        }
    }

    @Test("every ordered pair is as in the chart of Creative Commons", arguments: names.indices)
    func chart(row: Int) {
        let answers = Self.names.map {
            LicenceChart.combines(Self.licence(Self.names[row]), Self.licence($0))
        }
        #expect(answers.map { $0 ? "1" : "0" }.joined() == Self.chart[row], "\(Self.names[row])")
    }

    @Test("versions matter only for the first version of share-alike licences")
    func versions() {
        #expect(LicenceChart.combines(Self.licence("by-sa", "2.0"), Self.licence("by-sa", "4.0")))
        #expect(!LicenceChart.combines(Self.licence("by-sa", "1.0"), Self.licence("by-sa", "4.0")))
        #expect(LicenceChart.combines(Self.licence("by-sa", "1.0"), Self.licence("by", "1.0")))
        #expect(LicenceChart.combines(Self.licence("by", "1.0"), Self.licence("by-sa", "4.0")))
        #expect(!LicenceChart.combines(Licence(name: "House Licence"), Self.licence("cc0")))
        #expect(!LicenceChart.combines(Licence(name: "GPL-2.0-only"), Licence(name: "GPL-3.0-only")))
        #expect(LicenceChart.combines(Licence(name: "GPL-3.0-only"), Licence(name: "GPL-3.0-only")))
    }

    private func mix(_ counts: [(String, Int)]) -> LicenceMix {
        LicenceMix(
            counts.flatMap { name, count in
                (0..<count).map { LockEntry.sample("\(name)/\($0).jpg", licence: Self.licence(name)) }
            })
    }

    @Test("the smallest set is dropped")
    func dropped() {
        #expect(mix([("by", 3), ("cc0", 2), ("by-sa", 2)]).dropped == [])
        #expect(
            mix([("by-sa", 3), ("by-nc", 1), ("by-nc-sa", 1)]).dropped == ["by-nc-sa/0.jpg", "by-nc/0.jpg"])
        #expect(mix([("by-sa", 1), ("by-nc", 2), ("by-nc-sa", 2)]).dropped == ["by-sa/0.jpg"])
        #expect(mix([("by", 1), ("by-nd", 2)]).dropped == ["by-nd/0.jpg", "by-nd/1.jpg"])
        let conflicts = mix([("by-sa", 1), ("by-nc", 1), ("by", 1)]).conflicts
        #expect(conflicts.count == 1 && conflicts[0].one.paths == ["by-nc/0.jpg"])
    }

    @Test("a picture of unknown licence combines with nothing")
    func unknown() {
        var entry = LockEntry.sample("x.jpg")
        entry.credits = []
        let mix = LicenceMix([entry, .sample("by.jpg")])
        #expect(mix.dropped == ["x.jpg"] && mix.conflicts.map(\.one) == mix.conflicts.map(\.other))
    }
}
