import ForageConformance
import Testing

@Suite("The list of conformance checks")
struct CheckListTests {
    @Test("every check has a unique lower-case name and a one-sentence description")
    func names() {
        #expect(Set(ProviderCheck.all.map(\.name)).count == ProviderCheck.all.count)
        for check in ProviderCheck.all {
            #expect(check.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
            #expect(check.sentence.hasSuffix(".") && check.sentence.count < 110)
            #expect(ProviderCheck.named(check.name)?.sentence == check.sentence)
        }
    }
}
