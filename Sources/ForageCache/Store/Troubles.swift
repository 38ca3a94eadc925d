internal import Synchronization

/// Tells a person what could not be done, each kind of thing once, whichever part met it.
package final class Troubles: Sendable {
    private let warn: @Sendable (StoreTrouble) -> Void
    private let told = Mutex<Set<StoreTrouble.Reason>>([])

    /// - Parameter warn: Is told.
    package init(_ warn: @escaping @Sendable (StoreTrouble) -> Void) { self.warn = warn }

    /// Whether something was to be written and could not be.
    package var keepsFromWriting: Bool { told.withLock { $0.contains(.notStoring) } }

    /// Whether something that could not be used was moved out of the way.
    package var tellOfOneSetAside: Bool {
        told.withLock { told in
            told.contains { if case .setAside = $0 { true } else { false } }
        }
    }

    /// Tells a trouble, unless one of its kind was told.
    package func tell(_ trouble: StoreTrouble) {
        if told.withLock({ $0.insert(trouble.reason).inserted }) { warn(trouble) }
    }
}
