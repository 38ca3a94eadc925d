import ForageCore
import Platform
import Testing

@Suite("Whether a provider would be asked")
struct ProviderStateTests {
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)

    /// One that has to rest.
    private static let resting: ProviderStanding = {
        var standing = ProviderStanding()
        standing.deferral = Pause(until: now + 60, "it asked for a rest")
        return standing
    }()

    private func state(
        isOn: Bool = true, hasKey: Bool = true, standing: ProviderStanding? = nil, fault: String? = nil,
        needsKeys: Bool = true
    ) throws -> ProviderState {
        let configuration = try Configuration(
            .user(#"{ "providers": { "gallery": { "enabled": \#(isOn) } } }"#),
            environment: hasKey ? ["GALLERY_API_KEY": "k"] : [:])
        let provider = try #require(configuration["gallery"])
        return ProviderState(of: provider, standing, fault: fault, needsKeys: needsKeys, at: Self.now)
    }

    @Test("it is, where nothing is in the way")
    func ready() throws {
        #expect(try state().kind == .ready)
        #expect(try state().reason == nil)
        #expect(try state(hasKey: false, needsKeys: false).kind == .ready)
    }

    @Test("what is in the way is said with its reason, the first that holds")
    func obstacles() throws {
        let resting = try state(standing: Self.resting)
        #expect(resting.kind == .throttled)
        #expect(resting.reason == "it asked for a rest")
        #expect(resting.until == Self.now + 60)
        let skipped = try state(hasKey: false, standing: Self.resting)
        #expect(skipped.kind == .skipped)
        #expect(skipped.reason?.contains("apiKey") == true)
        #expect(try state(isOn: false, hasKey: false).kind == .off)
        let refused = try state(isOn: false, standing: Self.resting, fault: "line 3\nis wrong")
        #expect(refused.kind == .refused)
        #expect(refused.reason == "its definition is refused: line 3 is wrong")
    }

    @Test("a rest that is over is none")
    func over() throws {
        var standing = Self.resting
        standing.deferral = Pause(until: Self.now, "it asked for a rest")
        #expect(try state(standing: standing).kind == .ready)
    }
}
