package import ForageCore
internal import JSON

/// A definition that is still being written, and what it reads from an answer.
package struct UnfinishedDefinition: Sendable {
    /// The provider that the definition describes; its samples need not be right.
    package let provider: any Provider
    /// The problems for which the definition would be refused.
    package let problems: [String]
    /// The request of the first sample that has items; nil if there is none.
    package let sampleRequest: ProviderRequest?
    private let plan: Plan

    /// Reads a definition.
    ///
    /// - Throws: ``DefinitionError`` if more than its samples is wrong.
    package init(_ bytes: [UInt8], at path: String) throws(DefinitionError) {
        let definition = try Definition(bytes, at: path)
        plan = try definition.unfinishedPlan()
        let check = SampleCheck(text: definition.text, info: definition.info, plan: plan)
        let sample = definition.text.root["samples"].elements.first { $0["items"].count > 0 }
        sampleRequest = sample.flatMap { try? check.request($0["request"]) }
        let whole = DefinedProvider(definition)
        problems = (whole.fault?.problems ?? []).map(\.description)
        provider = whole.unfinished ?? whole
    }

    /// Returns a sentence for each value that an item of an answer has, but that gives nothing, and for each item that
    /// cannot be read.
    package func losses(in response: Response, to request: ProviderRequest) -> [String] {
        guard let found = try? plan.scopes(of: response, for: request) else { return [] }
        let losses = found.items.enumerated().flatMap { number, item in
            self.losses(of: item).map { "item \(number + 1): \($0)" }
        }
        return Array(losses.prefix(Self.greatestLossCount))
    }

    private func losses(of item: AnswerScope) -> [String] {
        if let lack = plan.item.lack(item) {
            let place = lack.plan.mainPath.map { "at \("\($0)".quoted)" } ?? "here"
            return ["there is no \(lack.name.quoted), because the answer has no value \(place)"]
        }
        return plan.claims.filter { $0.part == .item }.compactMap { claim in
            guard let path = claim.value.mainPath else { return nil }
            let scopes = item.elements(of: claim.lists)
            guard !scopes.contains(where: { claim.use.isServed(by: claim.whole, in: $0) }) else { return nil }
            let value = scopes.map { path.value(in: $0) }.first(where: \.hasContent)
            return value.map { "\($0.pointer) is \($0.inWords), which gives no \(claim.use.noun)" }
        }
    }

    private static let greatestLossCount = 50
}
