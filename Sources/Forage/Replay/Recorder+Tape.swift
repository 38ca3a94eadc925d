package import ForageCore
package import ForageTransport
package import Platform

extension Recorder: Tape {
    package func exchange(
        _ request: FetchRequest, _ next: NextStage
    ) async throws(FetchError) -> Fetched {
        do throws(FetchError) {
            let fetched = try await next(request)
            note(request.endpoint, for: request.provider.id, .answer(fetched.response, fetched.origin))
            return fetched
        } catch {
            note(request.endpoint, for: request.provider.id, .failure(error))
            throw error
        }
    }

    package func now(for provider: ProviderID) -> Date { times.now(for: provider) }

    package func answer(
        _ request: ProviderRequest, of source: any Source, isReadable: Bool,
        by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let place = begin(source.info.id)
        let answer = await source.answer(request, by: deadline)
        // An answer from stored items declares which filters it honoured, so it cannot be decoded again from exchanges.
        end(place, of: source.info.id, answer, isReadable: isReadable && answer.honoured == nil)
        return answer
    }

    package func size(
        of url: WebURL, with measurer: any Measurer, by deadline: ContinuousClock.Instant
    ) async throws(MeasuringError) -> PixelSize {
        let size: Result<PixelSize, MeasuringError>
        do throws(MeasuringError) {
            size = .success(try await measurer.size(of: url, by: deadline))
        } catch {
            size = .failure(error)
        }
        // The run did not wait for a cancelled measurement.
        if !Task.isCancelled { note(size, of: url) }
        return try size.get()
    }

    package func suggestions(_ find: () async -> [String]) async -> [String] {
        let suggestions = await find()
        note(suggestions: suggestions)
        return suggestions
    }

    /// Records signatures. A signature is part of an address, so it may be recorded; the secret is not.
    package func signer(_ signer: (any Signer)?) -> (any Signer)? {
        signer.map { signer in
            TapedSigner { text in
                let signature = try signer.signature(of: text)
                self.note(signature, of: text)
                return signature
            }
        }
    }
}
