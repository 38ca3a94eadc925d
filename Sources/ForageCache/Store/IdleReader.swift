internal import Database
internal import Synchronization

/// A reader that waits for work; a class because a list cannot hold what is not copied.
final class IdleReader: Sendable {
    private let reader: Mutex<StoreReader>
    let identity: UInt64?

    init(_ reader: consuming StoreReader) {
        identity = reader.identity
        self.reader = Mutex(reader)
    }

    func read<Result: Sendable>(
        _ work: (inout StoreReader) throws(DatabaseFault) -> Result
    ) throws(DatabaseFault) -> Result {
        try reader.withLock { (reader) throws(DatabaseFault) in try work(&reader) }
    }
}
