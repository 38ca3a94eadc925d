internal import Essentials
package import ForageCore

/// Notes beside stored answers what a provider read of them.
///
/// A note says on its first lines who read what for which request. It is used where all of that is as it was;
/// otherwise, and where it is damaged, the answer is read anew.
package struct KeptReadings: ReadingStore {
    private let store: any SharedStore
    private let provider: ProviderID
    private let reader: String

    /// - Parameters:
    ///   - store: Where the answers are.
    ///   - provider: Whose they are.
    ///   - reader: What reads them: which build of which program, and how the provider is set up.
    package init(in store: any SharedStore, of provider: ProviderID, readBy reader: String) {
        self.store = store
        self.provider = provider
        self.reader = reader
    }

    package func reading(of stored: StoredResponse, for request: ProviderRequest) -> SourceAnswer? {
        guard !stored.note.isEmpty, let heading = heading(stored, request) else { return nil }
        return SourceAnswer(written: stored.note, under: heading, of: provider)
    }

    package func keep(_ reading: SourceAnswer, of stored: StoredResponse, for request: ProviderRequest) async
    {
        guard reading.isPlain, let heading = heading(stored, request) else { return }
        await store.keep(reading.written(under: heading), on: stored)
    }

    /// What has to be as it was; nil for a request of which nothing is kept.
    private func heading(_ stored: StoredResponse, _ request: ProviderRequest) -> [UInt8]? {
        guard let request = request.listText else { return nil }
        let received = stored.received.timeIntervalSinceReferenceDate.bitPattern
        var heading = FieldList()
        for text in [reader, provider.name, request, stored.key.text, "\(received)", "\(stored.byteCount)"] {
            heading.append(text)
        }
        return heading.bytes
    }
}

extension SourceAnswer {
    /// Whether its items are all there is to say of it.
    var isPlain: Bool { outcome.isAnswer && outcome.notes.isEmpty }
}
