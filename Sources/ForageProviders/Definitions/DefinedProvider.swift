package import ForageCore
internal import JSON
internal import Synchronization

/// A provider that a definition describes. It asks, reads and credits like one that was compiled.
package final class DefinedProvider: Provider, DefinedByFile {
    /// What it says of itself.
    package let about: About

    private let definition: Definition
    private let made = Mutex<Result<Plan, DefinitionError>?>(nil)

    package init(_ definition: Definition) {
        self.definition = definition
        about = definition.about
    }

    /// The plan of the definition, which is checked when it is first wanted.
    private func plan() -> Result<Plan, DefinitionError> {
        made.withLock { made in
            if let made { return made }
            let result = Result { () throws(DefinitionError) in try definition.checkedPlan() }
            made = result
            return result
        }
    }

    /// Why the definition is refused, if it is.
    package var fault: DefinitionError? {
        if case .failure(let fault) = plan() { fault } else { nil }
    }

    /// The answers that prove the definition, and what comes of them.
    package func samples() throws(DefinitionError) -> [SampleAnswer] { try definition.samples() }

    /// Turns a request into one of the definition's.
    package func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        switch plan() {
        case .success(let plan): try plan.endpoint(for: request, of: about)
        case .failure(let fault): throw .unanswerable(fault.refusal)
        }
    }

    /// Reads an answer as the definition says.
    package func decode(
        _ response: Response, for request: ProviderRequest
    ) throws(ProviderError) -> Step {
        switch plan() {
        case .success(let plan): .page(try plan.page(of: response, for: request, of: about))
        case .failure(let fault): throw .unreadable(fault.refusal)
        }
    }

    /// Goes by the status, and by the service's own words where the definition says where they are.
    package func refusal(in response: Response) -> Refusal? {
        guard case .success(let plan) = plan() else { return Refusal(byStatusOf: response) }
        return plan.refusal(in: response)
    }
}

/// A provider that knows the file that defines it.
package protocol DefinedByFile {
    /// The answers that prove the definition, and what comes of them.
    func samples() throws(DefinitionError) -> [SampleAnswer]

    /// Why the definition is refused, if it is; everything is checked for it.
    var fault: DefinitionError? { get }
}

/// Stands in for a provider whose definition says nothing that can be used: it is named, and never asked.
struct RefusedProvider: Provider, DefinedByFile {
    let about: About
    private let refusal: DefinitionError

    private static let greatestKeyCount = 16

    /// - Parameters:
    ///   - id: Its name.
    ///   - fault: Why its definition is refused.
    ///   - description: What its definition says of it; keys that a configuration may name are taken from there.
    init(id: ProviderID, fault: DefinitionError, keysIn description: JSONValue?) {
        let nowhere: WebURL = "https://refused.invalid/"
        let keys = description?["keys"].elements.prefix(Self.greatestKeyCount).compactMap { key in
            key["name"].text.map {
                KeySpec($0, variable: "\(id.name.uppercased())_KEY", isRequired: false, page: nowhere)
            }
        }
        // It is asked whatever is wanted, so that nothing else is why nothing comes, and what was kept of it is found.
        about = About(
            id: id, name: id.name, summary: "A definition that is refused", site: nowhere,
            kinds: Set(Kind.allCases), origins: [],
            capabilities: Capabilities(browses: true, filters: Set(Filter.Name.allCases)), keys: keys ?? [])
        refusal = fault
    }

    var fault: DefinitionError? { refusal }

    func samples() throws(DefinitionError) -> [SampleAnswer] { throw refusal }

    var registration: Registration { Registration(about) { _ in self } }

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        throw .unanswerable(refusal.refusal)
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        throw .unreadable(refusal.refusal)
    }
}

extension DefinitionError {
    /// The sentence on a provider that it is the definition of.
    var refusal: String { "its definition is refused: \(self)" }
}
