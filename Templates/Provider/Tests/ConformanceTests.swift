import ForageConformance
import Testing
import __NAME__

@Suite("__NAME__ as a provider")
struct ConformanceTests {
    @Test("keeps what every provider promises", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let checks = try ProviderChecks(
            __NAME__Provider.registration, samplesIn: SampleFolder(nextTo: #filePath))
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
