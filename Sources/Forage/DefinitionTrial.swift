package import ForageCore
internal import ForageProviders

/// A definition that is still being written, and what it reads from an answer.
package struct DefinitionTrial: Sendable {
    private let definition: UnfinishedDefinition

    /// Reads a definition.
    ///
    /// - Throws: ``DefinitionTrialError`` if more than its samples is wrong.
    package init(_ bytes: [UInt8], at path: String) throws(DefinitionTrialError) {
        do throws(DefinitionError) { definition = try UnfinishedDefinition(bytes, at: path) } catch {
            throw DefinitionTrialError(problems: error.problems.map(\.description))
        }
    }

    /// The provider that the definition describes; its samples need not be right.
    package var provider: any Provider { definition.provider }

    /// The request of the first sample that has items; nil if there is none.
    package var sampleRequest: ProviderRequest? { definition.sampleRequest }

    /// The problems for which the definition would be refused.
    package var problems: [String] { definition.problems }

    /// Returns a sentence for each value that an item of an answer has, but that gives nothing, and for each item that
    /// cannot be read.
    package func losses(in response: Response, to request: ProviderRequest) -> [String] {
        definition.losses(in: response, to: request)
    }

    /// Proposes a definition for the service that gave an answer.
    ///
    /// - Parameters:
    ///   - body: The answer.
    ///   - url: The address that gave it; nil if it is unknown.
    ///   - name: The name of the provider.
    /// - Returns: The definition; nil if no list of items can be found in the answer.
    package static func draft(of body: [UInt8], from url: WebURL?, name: String) -> [UInt8]? {
        DefinitionDraft(body, from: url, name: name)?.json
    }

    /// Proposes a correction of a definition that can no longer read the answers of its service.
    ///
    /// - Parameters:
    ///   - bytes: The definition.
    ///   - path: Its path.
    ///   - response: An answer that it cannot read.
    ///   - request: The request that it answers; nil for the kind of the definition's first sample.
    /// - Returns: The corrected definition, and a text for each pointer that has changed.
    /// - Throws: ``DefinitionTrialError`` with the reason why there is no proposal.
    package static func correction(
        of bytes: [UInt8], at path: String, reading response: Response, to request: ProviderRequest?
    ) throws(DefinitionTrialError) -> (definition: [UInt8], changes: [String]) {
        let kind: DefinitionMend.Kind? =
            switch request {
            case .search?: .search
            case .browse?: .browse
            case .details?: .details
            case .download?, nil: nil
            }
        do throws(DefinitionMend.Failure) {
            let mend = try DefinitionMend(bytes, at: path, reading: response, to: kind)
            return (mend.json, mend.moves.map(\.description))
        } catch {
            throw DefinitionTrialError(problems: [error.description])
        }
    }
}

/// The problems for which a definition cannot even be tried out.
package struct DefinitionTrialError: Error, Hashable, Sendable {
    /// The problems with their places.
    package let problems: [String]
}
