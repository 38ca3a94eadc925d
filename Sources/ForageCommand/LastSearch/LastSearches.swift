internal import Forage
internal import ForageCore
internal import Platform

/// The last search of each terminal, in files that only this person can read.
struct LastSearches: Sendable {
    private let folder: String
    private let terminal: String

    /// The greatest number of files; those of terminals that were closed long ago are removed.
    private static let greatestCount = 20
    private static let greatestByteCount = 2 << 20

    /// Locates the files; nil if the person has no home folder.
    init?(_ environment: [String: String], of terminal: String = Self.currentTerminal) {
        guard let folder = PersonalFolder.state.path(environment) else { return nil }
        self.folder = folder + "/last-searches"
        self.terminal = terminal
    }

    /// The last search of this terminal, or else of any.
    var last: LastSearch? {
        read(terminal) ?? names.max { age(of: $0) > age(of: $1) }.flatMap(read)
    }

    /// Stores a search with the results of a page. A search without any result does not replace an earlier one.
    func keep(_ search: LastSearch, _ report: Report) {
        var search = search
        search.add(report.items, next: report.next)
        if !search.results.isEmpty { keep(search) }
    }

    /// Stores a search in place of this terminal's earlier one. A failure to store it is ignored.
    func keep(_ search: LastSearch) {
        let path = "\(folder)/\(terminal)"
        try? LocalFile.replace(path, with: search.bytes, permissions: 0o600, isPrecious: false)
        let names = names
        guard names.count > Self.greatestCount else { return }
        for name in names.sorted(by: { age(of: $0) < age(of: $1) }).dropFirst(Self.greatestCount) {
            LocalFile.remove("\(folder)/\(name)")
        }
    }

    private func read(_ name: String) -> LastSearch? {
        guard let file = try? LocalFile("\(folder)/\(name)", upTo: Self.greatestByteCount, pipes: false)
        else { return nil }
        return LastSearch(file.bytes)
    }

    private var names: [String] { LocalFolder.names(in: folder, atMost: 1000) }

    private func age(of name: String) -> TimeInterval {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
        return -((attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0)
    }

    /// The name of the current terminal's session, which all commands of one shell share. A window that is opened
    /// later may have the same device, but not the same session. Programs without a terminal share one name, so that
    /// scheduled searches do not displace those of terminals.
    static var currentTerminal: String {
        let device = [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].lazy.compactMap(device).first
        return device.map { "\($0)-\(getsid(0))" } ?? "none"
    }

    private static func device(_ descriptor: Int32) -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard isatty(descriptor) == 1, ttyname_r(descriptor, &name, name.count) == 0 else { return nil }
        let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return String(path.map { $0.isLetter || $0.isNumber ? $0 : "-" })
    }
}
