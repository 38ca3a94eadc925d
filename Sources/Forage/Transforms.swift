internal import ForageCore
internal import ForageTransport

/// The changes made to results on their way to the caller. They only compute new addresses and send no request.
struct Transforms: Sendable {
    private let cloudinary: CloudinaryTransform?
    /// The reason why pictures cannot be converted as configured, and the providers of those pictures.
    private let obstacle: (reason: String, providers: Set<ProviderID>)?

    /// - Parameters:
    ///   - settings: The settings for the conversion.
    ///   - secret: The secret that signs addresses, if they are signed.
    ///   - infos: All providers; those whose terms require their own addresses are excluded.
    ///   - tape: Records signatures, or plays them.
    init(
        _ settings: CloudinaryConfiguration, secret: Secret?, infos: [ProviderInfo], tape: (any Tape)? = nil
    ) {
        let protected = infos.filter(\.terms.requiresHotlinking).map(\.id)
        let providers = settings.providers.subtracting(protected)
        guard settings.isEnabled, settings.isSigned else {
            cloudinary =
                settings.isEnabled ? CloudinaryTransform(cloud: settings.cloud, providers: providers) : nil
            obstacle = nil
            return
        }
        do {
            let signer = try Self.signer(settings, secret, tape)
            cloudinary = CloudinaryTransform(cloud: settings.cloud, providers: providers) {
                try? $0.signed(by: signer)
            }
            obstacle = nil
        } catch {
            cloudinary = nil
            obstacle = ("its pictures are not converted: \(error)", providers)
        }
    }

    /// Returns a signer after a trial signature, so that it is known to work.
    private static func signer(
        _ settings: CloudinaryConfiguration, _ secret: Secret?, _ tape: (any Tape)?
    ) throws -> any Signer {
        let own = secret.map { CloudinarySigner(secret: $0, isLong: settings.usesLongSignatures) }
        _ = try own?.signature(of: "")
        guard let signer = tape.map({ $0.signer(own) }) ?? own else {
            throw SettingError("apiSecret", "the secret of the Cloudinary account is \(settings.key)")
        }
        return signer
    }
}

extension Transforms {
    func applied(to events: some AsyncSequence<SearchEvent, Never> & Sendable) -> SearchEvents {
        SearchEvents(events.map { applied(to: $0) })
    }

    func applied(to item: Item) -> Item { cloudinary?.applied(to: item) ?? item }

    func applied(to outcome: Outcome) -> Outcome {
        guard let obstacle, obstacle.providers.contains(outcome.provider), case .answered = outcome.result
        else {
            return outcome
        }
        var outcome = outcome
        outcome.notes.append(.unconverted(obstacle.reason))
        return outcome
    }

    private func applied(to event: SearchEvent) -> SearchEvent {
        guard cloudinary != nil || obstacle != nil else { return event }
        switch event {
        case .began, .measured: return event
        case .list(let items): return .list(items.map(applied))
        case .items(let provider, let items): return .items(provider, items.map(applied))
        case .ended(let outcome): return .ended(applied(to: outcome))
        case .finished(var report):
            report.items = report.items.map(applied)
            report.outcomes = report.outcomes.map(applied)
            return .finished(report)
        }
    }
}
