import Cocoacasts
import ForageConformance
import Testing

@Suite("Cocoacasts as a provider")
struct ConformanceTests {
    @Test("passes the checks for all providers", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let checks = try ProviderChecks(
            CocoacastsProvider.registration, samplesIn: SampleFolder(nextTo: #filePath))
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
