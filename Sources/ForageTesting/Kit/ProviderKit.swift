public import ForageCore

/// Holds a provider to what every provider promises.
///
/// ```swift
/// @Test("keeps the promises of a provider", arguments: ProviderKit.Promise.allCases)
/// func promises(promise: ProviderKit.Promise) throws {
///     let kit = try ProviderKit(Mine.registration, samples: [SampleAnswer("owls", to: request, body: body)])
///     #expect(kit.breaches(of: promise).isEmpty)
/// }
/// ```
///
/// It knows no test library: a breach is a sentence.
public struct ProviderKit: Sendable {
    let registration: Registration
    let provider: any Provider
    let samples: [SampleAnswer]

    /// What every provider promises.
    public enum Promise: String, Sendable, CaseIterable {
        /// The same request gives the same endpoint, at an origin and with keys that are declared.
        case endpointsAreDeclared
        /// The same body gives the same page.
        case decodingIsPure
        /// Every item has an id of its own, a title, a page and a kind that is declared.
        case itemsAreWhole
        /// Ids survive being printed, and details can be asked for by them.
        case idsLeadBack
        /// Every credit names its source and the service, and no name can break out of it.
        case creditsAreSafe
        /// A status that refuses is a refusal of the right sort, and one that does not is none.
        case refusalsAreTold
        /// What cannot be read is never an empty page.
        case failureIsNotEmptiness
        /// A body that was cut off gives items of the whole one, and says that it was.
        case cutOffKeepsWholeItems
        /// A bad record costs itself and nothing else.
        case badRecordCostsItself
        /// Whatever a field turns into, what comes of it is still whole.
        case anyFieldMayChange
    }

    /// Takes a provider with its settings at their defaults, and answers that it gives items for.
    ///
    /// - Throws: What the provider throws when it cannot be made of its defaults.
    public init(_ registration: Registration, samples: [SampleAnswer]) throws(SettingFault) {
        let defaults = registration.settings.compactMap { setting in
            setting.defaultValue.map { (setting.key, $0) }
        }
        self.registration = registration
        self.samples = samples
        provider = try registration.make(SettingValues(Dictionary(defaults) { $1 }))
    }

    /// Looks for breaches of a promise in every sample.
    ///
    /// - Parameter promise: What is to be held.
    /// - Returns: A sentence for each breach; none if the promise is kept.
    public func breaches(of promise: Promise) -> [String] {
        samples.flatMap { sample in
            breaches(of: promise, in: sample).map { "\(sample.name): \($0)" }
        }
    }

    private func breaches(of promise: Promise, in sample: SampleAnswer) -> [String] {
        switch promise {
        case .endpointsAreDeclared: undeclaredEndpoints(sample)
        case .decodingIsPure: decode(sample) == decode(sample) ? [] : ["two readings of it differ."]
        case .itemsAreWhole: itemsLackingSomething(sample)
        case .idsLeadBack: idsLeadingNowhere(sample)
        case .creditsAreSafe: unsafeCredits(sample)
        case .refusalsAreTold: untoldRefusals(sample)
        case .failureIsNotEmptiness: failuresTakenForEmptiness(sample)
        case .cutOffKeepsWholeItems: itemsOfNothing(sample)
        case .badRecordCostsItself: recordsCostingOthers(sample)
        case .anyFieldMayChange: brokenByAField(sample)
        }
    }

    // MARK: - Decoding

    func decode(_ sample: SampleAnswer) -> Result<Step, DecodingFault> { decode(sample.body, of: sample) }

    func decode(
        _ body: [UInt8], of sample: SampleAnswer, completeness: Response.Completeness = .whole
    ) -> Result<Step, DecodingFault> {
        var response = Response(status: sample.status, body: body, completeness: completeness)
        response.following = sample.following.map { Response(body: $0) }
        return Result { () throws(DecodingFault) in try provider.decode(response, for: sample.request) }
    }

    func drafts(_ sample: SampleAnswer) -> [Draft] { decode(sample).page?.drafts ?? [] }
}

extension Result<Step, DecodingFault> {
    /// The page, where there is one.
    var page: Page? {
        if case .success(.page(let page)) = self { page } else { nil }
    }
}
