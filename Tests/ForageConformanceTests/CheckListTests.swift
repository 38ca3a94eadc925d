import ForageConformance
import Testing

@Suite("The list of checks")
struct CheckListTests {
    @Test("every check has a name of its own, in lower case, and says what is promised in one sentence")
    func names() {
        #expect(Set(ProviderCheck.all.map(\.name)).count == ProviderCheck.all.count)
        for check in ProviderCheck.all {
            #expect(check.name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
            #expect(check.sentence.hasSuffix(".") && check.sentence.count < 110)
            #expect(ProviderCheck.named(check.name)?.sentence == check.sentence)
        }
    }
}
