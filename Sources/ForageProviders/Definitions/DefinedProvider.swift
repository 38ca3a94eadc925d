package import ForageCore
internal import JSON
internal import Synchronization

/// A provider that a definition describes. It behaves like a compiled provider.
///
/// A provider whose definition is invalid has a name, and refuses every request.
package final class DefinedProvider: Provider {
    /// The description of the provider.
    package let info: ProviderInfo
    private let definition: Result<Definition, DefinitionError>
    private let isUnfinished: Bool
    private let settings: SettingValues
    private let checked = Mutex<Result<Plan, DefinitionError>?>(nil)

    private static let greatestKeyCount = 16

    package init(_ definition: Definition) {
        self.definition = .success(definition)
        isUnfinished = false
        settings = SettingValues()
        info = definition.info
    }

    /// Creates a provider with settings.
    ///
    /// - Throws: `SettingError` if a setting has an address that is not public.
    init(_ definition: Definition, _ settings: SettingValues) throws(SettingError) {
        self.definition = .success(definition)
        isUnfinished = false
        self.settings = settings
        info = definition.info.adding(try definition.settings.resolved(settings).origins)
    }

    /// Creates a provider of a definition whose samples are not checked.
    private init(unfinished definition: Definition) {
        self.definition = .success(definition)
        isUnfinished = true
        settings = SettingValues()
        info = definition.info
    }

    /// Creates a placeholder for a refused definition.
    ///
    /// - Parameters:
    ///   - fault: The reason for the refusal.
    ///   - id: The provider's name.
    ///   - description: The "about" part of the definition; the names of its keys are taken from there.
    init(refusedFor fault: DefinitionError, id: ProviderID, keysIn description: JSONValue?) {
        let nowhere: WebURL = "https://refused.invalid/"
        let keys = description?["keys"].elements.prefix(Self.greatestKeyCount).compactMap { key in
            key["name"].text.map {
                KeySpec($0, variable: "\(id.name.uppercased())_KEY", isRequired: false, page: nowhere)
            }
        }
        // Every kind and filter is allowed, so that the refusal is the only reason for a missing answer and cached
        // answers are found.
        info = ProviderInfo(
            id: id, name: id.name, summary: "A definition that is refused", site: nowhere,
            kinds: Set(Kind.allCases), origins: [],
            capabilities: Capabilities(browses: true, filters: Set(Filter.Name.allCases)), keys: keys ?? [])
        definition = .failure(fault)
        isUnfinished = false
        settings = SettingValues()
    }

    /// The same provider without the check of its samples, to try out a definition that is still being written; nil if
    /// the rest of the definition is wrong too.
    package var unfinished: DefinedProvider? {
        guard let definition = try? definition.get() else { return nil }
        let provider = DefinedProvider(unfinished: definition)
        return provider.fault == nil ? provider : nil
    }

    /// Returns the plan of the definition, which is checked on first use.
    private func plan() throws(DefinitionError) -> Plan {
        try checked.withLock { checked in
            let plan =
                checked
                ?? Result { () throws(DefinitionError) in
                    let definition = try definition.get()
                    if isUnfinished { return try definition.unfinishedPlan() }
                    let usual = try definition.checkedPlan()
                    return settings == SettingValues() ? usual : try definition.plan(with: settings)
                }
            checked = plan
            return plan
        }.get()
    }

    /// The reason why the definition is refused, or nil if it is valid. Reading this property checks the whole
    /// definition.
    package var fault: DefinitionError? {
        do throws(DefinitionError) {
            _ = try plan()
            return nil
        } catch {
            return error
        }
    }

    /// Returns the sample answers of the definition with their expected items.
    package func samples() throws(DefinitionError) -> [SampleAnswer] { try definition.get().samples() }

    /// Creates the request to the service as the definition describes it.
    package func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let plan: Plan
        do throws(DefinitionError) { plan = try self.plan() } catch {
            throw .unanswerable(error.refusal)
        }
        return try plan.endpoint(for: request, of: info)
    }

    /// Decodes an answer as the definition describes it.
    package func decode(
        _ response: Response, for request: ProviderRequest
    ) throws(ProviderError) -> Step {
        let plan: Plan
        do throws(DefinitionError) { plan = try self.plan() } catch {
            throw .unreadable(error.refusal)
        }
        return try plan.step(after: response, for: request, of: info)
    }

    /// Returns the refusal that the status states, with the service's own message if the definition names its place.
    package func refusal(in response: Response) -> Refusal? {
        guard let plan = try? plan() else { return Refusal(byStatusOf: response) }
        return plan.refusal(in: response)
    }
}

extension DefinitionError {
    /// A sentence for a message about the provider of this definition.
    var refusal: String { "its definition is refused: \(self)" }
}
