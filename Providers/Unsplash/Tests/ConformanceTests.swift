import ForageConformance
import Testing
import Unsplash

@Suite("Unsplash as a provider")
struct ConformanceTests {
    @Test("passes the checks for all providers", arguments: ProviderCheck.all)
    func promise(check: ProviderCheck) async throws {
        let checks = try ProviderChecks(
            UnsplashProvider.registration, samplesIn: SampleFolder(nextTo: #filePath))
        let breaches = await checks.verdict(on: check).breaches
        #expect(breaches == [])
    }
}
