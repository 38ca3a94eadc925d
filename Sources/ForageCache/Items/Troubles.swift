internal import Synchronization

/// Tells a person what could not be done, each kind of thing once.
final class Troubles: Sendable {
    private let warn: @Sendable (StoreTrouble) -> Void
    private let told = Mutex<Set<StoreTrouble.Reason>>([])

    init(_ warn: @escaping @Sendable (StoreTrouble) -> Void) { self.warn = warn }

    func tell(_ trouble: StoreTrouble) {
        if told.withLock({ $0.insert(trouble.reason).inserted }) { warn(trouble) }
    }
}
