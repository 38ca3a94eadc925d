internal import Forage
internal import ForageSearch
internal import Platform

/// The secret that a person's cursors are sealed with, made when it is first needed.
struct CursorKey {
    private let path: String

    /// Finds the place for it; nil where a person has no home.
    init?(_ environment: [String: String]) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        path = folder + "/cursor-key"
    }

    /// The seal; nil where no secret can be kept, since every process has to have the same.
    var seal: CursorSeal? {
        if let seal = read() { return seal }
        var random = SystemRandomNumberGenerator()
        let key = (0..<CursorSeal.keyByteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        try? LocalFile.make(path, with: key, permissions: 0o600)
        // What a full disk left of one serves nobody.
        if let seal = read() { return seal }
        try? LocalFile.edit(path, upTo: 1024, permissions: 0o600) { old in
            CursorSeal(key: old) == nil ? key : old
        }
        return read()
    }

    private func read() -> CursorSeal? {
        guard let file = try? LocalFile(path, upTo: CursorSeal.keyByteCount, pipes: false), file.isWhole
        else { return nil }
        return CursorSeal(key: file.bytes)
    }
}
