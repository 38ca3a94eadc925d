import ForageCore
import Platform
import Synchronization
import TestPlaces

@testable import ForageStorage

/// A folder that contains an index.
final class ItemFolder: Sendable {
    private let folder: TemporaryFolder
    var path: String { folder.path + "/items" }
    private let time = Mutex(Date(timeIntervalSinceReferenceDate: 800_000_000))
    private let warnings = Mutex<[StoreTrouble]>([])

    init() throws { folder = try TemporaryFolder() }

    var file: String { path + "/items.sqlite" }

    /// The reported problems.
    var troubles: [StoreTrouble] { warnings.withLock(\.self) }

    var now: Date { time.withLock(\.self) }

    /// Advances the clock.
    func wait(_ seconds: Double) { time.withLock { $0 += seconds } }

    /// Opens an index in the folder, as another process would.
    func opened(limit: Int = 64 << 20, pause: Duration = .seconds(60)) -> SQLiteItemIndex {
        SQLiteItemIndex(folder: path, limit: limit, pause: pause, now: { self.now }) { trouble in
            self.warnings.withLock { $0.append(trouble) }
        }
    }

    /// Opens an index that contains these items, written one after the other.
    func index(of items: Item...) async -> SQLiteItemIndex {
        let index = opened()
        index.keep(items, until: nil)
        await index.finish()
        return index
    }
}
