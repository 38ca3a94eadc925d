internal import ForageCore

extension Forage {
    /// The sources to ask, and the outcomes of providers that are not even to be asked.
    static func sources(
        of providers: [ProviderConfiguration], _ pipeline: Pipeline, needsKeys: Bool, isOffline: Bool
    ) -> (asked: [any Source], skipped: [Outcome]) {
        var sources: [any Source] = []
        var skipped: [Outcome] = []
        for provider in providers {
            let obstacle = needsKeys ? provider.obstacle : nil
            if !provider.isEnabled {
                let advice = "to turn it on: forage providers enable \(provider.id)"
                skipped.append(Outcome(provider.id, .skipped("it is not enabled; \(advice)")))
            } else if let obstacle, isOffline {
                sources.append(KeylessSource(source: pipeline.source(of: provider), obstacle: obstacle))
            } else if let obstacle {
                skipped.append(Outcome(provider.id, .skipped(obstacle)))
            } else {
                sources.append(pipeline.source(of: provider))
            }
        }
        return (sources, skipped)
    }
}

/// A source whose key is missing, offline: it brings what the cache has of it, and it is no failure to have nothing there.
private struct KeylessSource: Source {
    let source: any Source
    /// The reason why it is not asked.
    let obstacle: String

    var about: About { source.about }

    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer {
        var answer = await source.answer(request, by: deadline)
        if case .failed = answer.outcome.result { answer.outcome.result = .skipped(obstacle) }
        return answer
    }
}
