package import ForageCore
internal import JSON
internal import Synchronization

/// A provider that a definition describes. It asks, reads and credits like one that was compiled.
package final class DefinedProvider: Provider, DefinedByFile {
    /// What it says of itself.
    package let about: About

    private let definition: Definition
    private let made = Mutex<Result<Plan, DefinitionFault>?>(nil)

    package init(_ definition: Definition) {
        self.definition = definition
        about = definition.about
    }

    /// The plan of the definition, which is checked when it is first wanted.
    private func plan() -> Result<Plan, DefinitionFault> {
        made.withLock { made in
            if let made { return made }
            let result = Result { () throws(DefinitionFault) in try definition.checkedPlan() }
            made = result
            return result
        }
    }

    /// Why the definition is refused, if it is.
    package var fault: DefinitionFault? {
        if case .failure(let fault) = plan() { fault } else { nil }
    }

    /// The answers that prove the definition, and what comes of them.
    package func samples() throws(DefinitionFault) -> [SampleAnswer] { try definition.samples() }

    /// Turns a request into one of the definition's.
    package func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        switch plan() {
        case .success(let plan): try plan.endpoint(for: request, of: about)
        case .failure(let fault): throw fault.unanswerable
        }
    }

    /// Reads an answer as the definition says.
    package func decode(
        _ response: Response, for request: ProviderRequest
    ) throws(DecodingFault) -> Step {
        switch plan() {
        case .success(let plan): .page(try plan.page(of: response, for: request, of: about))
        case .failure(let fault): throw .unreadable("\(fault.unanswerable)")
        }
    }

    /// Goes by the status, and by the service's own words where the definition says where they are.
    package func refusal(in response: Response) -> Refusal? {
        guard case .success(let plan) = plan() else { return Refusal(byStatusOf: response) }
        return plan.refusal(in: response)
    }
}
