internal import Database
internal import Synchronization

/// A reader that waits for work; a class because a list cannot hold what is not copied.
final class IdleReader: Sendable {
    private let reader: Mutex<StoreReader>
    let identity: UInt64?
    let generation: Int

    init(_ reader: consuming StoreReader, generation: Int) {
        identity = reader.identity
        self.reader = Mutex(reader)
        self.generation = generation
    }

    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
        try reader.withLock { (reader) throws(DatabaseFault) in try work(&reader) }
    }
}
