import ForageConformance
import Gutenberg
import Testing

@Suite("Gutenberg as a provider")
struct ConformanceTests {
    @Test("keeps what every provider promises", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let checks = try ProviderChecks(
            GutenbergProvider.registration, samplesIn: SampleFolder(nextTo: #filePath))
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
