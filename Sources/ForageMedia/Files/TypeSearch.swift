/// Finds out what a file is by its beginning, while it comes.
struct TypeSearch {
    /// What it is, once that was found out.
    private(set) var type: FileType?
    /// The first bytes that came, until they have shown what they are.
    private var start: [UInt8] = []
    private var nextLook = 0

    /// Takes note of what came first.
    mutating func begin(with bytes: [UInt8]) { start = bytes }

    /// What the beginning shows it to be.
    ///
    /// - Parameters:
    ///   - byteCount: How much is there.
    ///   - isWhole: Whether no more comes that would be looked at.
    ///   - read: Reads so many of the first bytes.
    /// - Returns: What it is, or that more must come.
    mutating func find(
        in byteCount: Int, isWhole: Bool, reading read: (_ limit: Int) -> [UInt8]?
    ) -> FileType.Finding {
        if let type { return .known(type) }
        let limit = FileType.greatestByteCount
        // Each look is at all that is there, so with every one the next waits for as much again.
        guard isWhole || byteCount >= min(nextLook, limit) else { return .needsMore }
        nextLook = 2 * byteCount
        // Mostly all that came, or enough of it, came at once.
        let beginning = start.count >= min(byteCount, limit) ? Array(start.prefix(limit)) : read(limit) ?? []
        let finding = FileType.find(beginning, isWhole: isWhole)
        if case .known(let found) = finding { (type, start) = (found, []) }
        return finding
    }
}
