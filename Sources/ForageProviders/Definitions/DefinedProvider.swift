package import ForageCore
internal import JSON
internal import Synchronization

/// A provider that a definition describes. It asks, reads and credits like one that was compiled.
///
/// One whose definition cannot be used is named, and refuses whatever it is asked.
package final class DefinedProvider: Provider {
    /// What it says of itself.
    package let info: ProviderInfo
    private let definition: Result<Definition, DefinitionError>
    private let checked = Mutex<Result<Plan, DefinitionError>?>(nil)

    private static let greatestKeyCount = 16

    package init(_ definition: Definition) {
        self.definition = .success(definition)
        info = definition.info
    }

    /// Stands in for a definition that is refused.
    ///
    /// - Parameters:
    ///   - fault: Why it is refused.
    ///   - id: The provider's name.
    ///   - description: What the definition says of it; keys that a configuration may name are taken from there.
    init(refusedFor fault: DefinitionError, id: ProviderID, keysIn description: JSONValue?) {
        let nowhere: WebURL = "https://refused.invalid/"
        let keys = description?["keys"].elements.prefix(Self.greatestKeyCount).compactMap { key in
            key["name"].text.map {
                KeySpec($0, variable: "\(id.name.uppercased())_KEY", isRequired: false, page: nowhere)
            }
        }
        // It is asked whatever is wanted, so that nothing else is why nothing comes, and what was kept of it is found.
        info = ProviderInfo(
            id: id, name: id.name, summary: "A definition that is refused", site: nowhere,
            kinds: Set(Kind.allCases), origins: [],
            capabilities: Capabilities(browses: true, filters: Set(Filter.Name.allCases)), keys: keys ?? [])
        definition = .failure(fault)
    }

    /// The plan of the definition, which is checked when it is first wanted.
    private func plan() throws(DefinitionError) -> Plan {
        try checked.withLock { checked in
            let plan = checked ?? Result { () throws(DefinitionError) in try definition.get().checkedPlan() }
            checked = plan
            return plan
        }.get()
    }

    /// Why the definition is refused, if it is; everything is checked for it.
    package var fault: DefinitionError? {
        do throws(DefinitionError) {
            _ = try plan()
            return nil
        } catch {
            return error
        }
    }

    /// The answers that prove the definition, and what comes of them.
    package func samples() throws(DefinitionError) -> [SampleAnswer] { try definition.get().samples() }

    /// Turns a request into one of the definition's.
    package func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let plan: Plan
        do throws(DefinitionError) { plan = try self.plan() } catch {
            throw .unanswerable(error.refusal)
        }
        return try plan.endpoint(for: request, of: info)
    }

    /// Reads an answer as the definition says.
    package func decode(
        _ response: Response, for request: ProviderRequest
    ) throws(ProviderError) -> Step {
        let plan: Plan
        do throws(DefinitionError) { plan = try self.plan() } catch {
            throw .unreadable(error.refusal)
        }
        return .page(try plan.page(of: response, for: request, of: info))
    }

    /// Goes by the status, and by the service's own words where the definition says where they are.
    package func refusal(in response: Response) -> Refusal? {
        (try? plan())?.refusal(in: response) ?? Refusal(byStatusOf: response)
    }
}

extension DefinitionError {
    /// The sentence on a provider that it is the definition of.
    var refusal: String { "its definition is refused: \(self)" }
}
