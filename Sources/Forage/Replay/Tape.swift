package import ForageCore
package import ForageTransport

/// Everything in a run that another run would not find again: a recorder writes it down, a replay plays it.
package protocol Tape: ExchangeTape {
    /// Asks a source, or plays how it ended.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - source: The source.
    ///   - isReadable: Whether its answers can be read again of what its service sent.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The answer.
    func answer(
        _ request: ProviderRequest, of source: any Source, isReadable: Bool,
        by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer

    /// Measures a picture, or says that it was not measured in time.
    func size(
        of url: WebURL, with measurer: any Measurer, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize

    /// Looks for suggestions, or plays those that were made.
    func suggestions(_ find: () async -> [String]) async -> [String]

    /// A signer whose signatures are written down, or one that plays them; nil where there is neither.
    func signer(_ signer: (any Signer)?) -> (any Signer)?
}

/// A source on a tape.
package struct TapedSource: Source {
    private let source: any Source
    private let isReadable: Bool
    private let tape: any Tape

    package init(_ source: any Source, isReadable: Bool = true, on tape: any Tape) {
        self.source = source
        self.isReadable = isReadable
        self.tape = tape
    }

    package var info: ProviderInfo { source.info }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        await tape.answer(request, of: source, isReadable: isReadable, by: deadline)
    }
}

/// A measurer on a tape.
package struct TapedMeasurer: Measurer {
    private let measurer: any Measurer
    private let tape: any Tape

    package init(_ measurer: any Measurer, on tape: any Tape) {
        self.measurer = measurer
        self.tape = tape
    }

    package func size(
        of url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        try await tape.size(of: url, with: measurer, by: deadline)
    }
}

/// A suggester on a tape; nil where this run has none.
struct TapedSuggester: Suggester {
    private let suggester: (any Suggester)?
    private let tape: any Tape

    init(_ suggester: (any Suggester)?, on tape: any Tape) {
        self.suggester = suggester
        self.tape = tape
    }

    func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String] {
        await tape.suggestions {
            await suggester?.suggestions(for: query, of: providers, by: deadline) ?? []
        }
    }
}

/// A signer whose signatures a tape writes down or plays.
struct TapedSigner: Signer {
    let sign: @Sendable (String) throws -> String

    func signature(of text: String) throws -> String { try sign(text) }
}
