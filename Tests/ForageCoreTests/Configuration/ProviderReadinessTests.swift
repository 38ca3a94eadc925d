import ForageCore
import Platform
import TestWording
import Testing

@Suite("Readiness of a provider")
struct ProviderReadinessTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// The state of a provider that has to pause.
    private static let resting: ProviderState = {
        var state = ProviderState()
        state.deferral = Pause(until: now + 60, Wording.Services.pause)
        return state
    }()

    private func state(
        isOn: Bool = true, hasKey: Bool = true, last: ProviderState? = nil, fault: String? = nil,
        needsKeys: Bool = true
    ) throws -> ProviderReadiness {
        let configuration = try Configuration(
            .user(#"{ "providers": { "gallery": { "enabled": \#(isOn) } } }"#),
            environment: hasKey ? ["GALLERY_API_KEY": "k"] : [:])
        let provider = try #require(configuration["gallery"])
        return ProviderReadiness(of: provider, last, fault: fault, needsKeys: needsKeys, at: Self.now)
    }

    @Test("a provider without obstacles is ready")
    func ready() throws {
        #expect(try state().kind == .ready)
        #expect(try state().reason == nil)
        #expect(try state(hasKey: false, needsKeys: false).kind == .ready)
    }

    @Test("the first obstacle is reported with its reason")
    func obstacles() throws {
        let resting = try state(last: Self.resting)
        #expect(resting.kind == .throttled)
        #expect(resting.reason == Wording.Services.pause)
        #expect(resting.until == Self.now + 60)
        let skipped = try state(hasKey: false, last: Self.resting)
        #expect(skipped.kind == .skipped)
        #expect(skipped.reason?.contains("apiKey") == true)
        #expect(try state(isOn: false, hasKey: false).kind == .off)
        let refused = try state(isOn: false, last: Self.resting, fault: "line 3\nis wrong")
        #expect(refused.kind == .refused)
        #expect(refused.reason == Wording.Settings.definitionRefused("line 3 is wrong"))
    }

    @Test("a pause that has ended is no obstacle")
    func over() throws {
        var rested = Self.resting
        rested.deferral = Pause(until: Self.now, Wording.Services.pause)
        #expect(try state(last: rested).kind == .ready)
    }
}
