internal import ForageCache
public import ForageCore

extension Forage {
    /// The account of what every service was asked that all programs of a person keep together.
    ///
    /// - Parameters:
    ///   - folder: Where its file is; nothing is made before something is to be counted.
    ///   - warn: Is told when the file cannot be used; then the program counts for itself.
    /// - Returns: The account. What is noted in it is written soon after; its `finish()`, and that of whoever draws
    ///   on it, waits for that.
    public static func ledger(
        in folder: String, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) -> any Ledger {
        WriteBehindLedger(before: SQLiteLedger(in: folder, warn: warn))
    }
}
