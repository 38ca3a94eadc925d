package import ForageCore
package import ForageTransport

/// The parts of a run that another run could not reproduce: a recorder writes them down, and a replay plays them.
package protocol Tape: ExchangeTape {
    /// Asks a source, or plays its recorded result.
    ///
    /// - Parameters:
    ///   - request: The question.
    ///   - source: The source.
    ///   - isReadable: True if its answers can be decoded again from its service's answers.
    ///   - deadline: The time at which the answer is no longer needed.
    /// - Returns: The answer.
    func answer(
        _ request: ProviderRequest, of source: any Source, isReadable: Bool,
        by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer

    /// Measures a picture, or throws an error if it was not measured in time.
    func size(
        of url: WebURL, with measurer: any Measurer, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize

    /// Looks for suggestions, or plays the recorded ones.
    func suggestions(_ find: () async -> [String]) async -> [String]

    /// Returns a signer whose signatures are recorded, or one that plays recorded signatures; nil if there is neither.
    func signer(_ signer: (any Signer)?) -> (any Signer)?
}

/// A source whose answers a tape records or plays.
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

/// A measurer whose results a tape records or plays.
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

/// A suggester whose results a tape records or plays; nil if this run has none.
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
