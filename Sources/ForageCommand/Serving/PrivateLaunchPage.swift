internal import Platform
internal import Synchronization

/// Opens an address in the person's browser without revealing it to other users of this machine.
///
/// Every user can read the command lines of others. So the browser opens a page that only this person can read,
/// and that page leads to the address.
final class PrivateLaunchPage: Sendable {
    private let folder = Mutex<OwnFolder?>(nil)

    private static let name = "forage-open"
    /// The lifetime of the page; a browser that must start first takes a while.
    private static let time: Duration = .seconds(60)

    /// Opens the address; the page is removed after a while. Returns false if there is no browser or no folder for the
    /// page.
    func open(_ address: String, _ environment: [String: String]) -> Bool {
        guard let page = try? page(leadingTo: address, environment), Browser.open(page, environment) else {
            return false
        }
        Task { [weak self] in
            try? await Task.sleep(for: Self.time)
            self?.close()
        }
        return true
    }

    /// Removes the page.
    func close() { folder.withLock { $0 = nil } }

    private func page(
        leadingTo address: String, _ environment: [String: String]
    ) throws(FileError) -> String {
        let given = environment["XDG_RUNTIME_DIR"] ?? ""
        let place = given.hasPrefix("/") ? given : FileManager.default.temporaryDirectory.path
        OwnFolder.removeAbandoned(in: place, named: Self.name)
        let folder = try OwnFolder(in: place, named: Self.name)
        let path = "\(folder.path)/gallery.html"
        try LocalFile.make(path, with: Array(Self.html(leadingTo: address).utf8), permissions: 0o600)
        self.folder.withLock { $0 = folder }
        return path
    }

    /// The page. The address needs no escaping, because this program made it of numbers and a token of plain
    /// characters.
    private static func html(leadingTo address: String) -> String {
        """
        <!doctype html>
        <meta charset="utf-8">
        <meta http-equiv="refresh" content="0; url=\(address)">
        <title>Forage</title>
        <p><a href="\(address)">The gallery</a></p>

        """
    }
}
