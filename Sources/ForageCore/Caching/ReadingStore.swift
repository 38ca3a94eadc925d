/// Where is kept what was read of stored answers, so that they need not be read again.
///
/// Like a ``ResponseStore`` it never fails a search. It is for one provider as it is set up; what it hands out was
/// made of that very answer by that very provider.
public protocol ReadingStore: Sendable {
    /// What was read of an answer for a request; nil when it has to be read.
    func reading(of stored: StoredResponse, for request: ProviderRequest) -> SourceAnswer?

    /// Keeps what was read of an answer for a request, in place of what was read of it before.
    func keep(_ reading: SourceAnswer, of stored: StoredResponse, for request: ProviderRequest) async
}
