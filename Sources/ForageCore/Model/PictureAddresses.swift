/// How the addresses at one host name the pictures that are there, whatever the size of the file.
///
/// A service gives the files of one picture in several sizes, each with an address of its own. Where the addresses tell
/// which picture it is, results of several providers that show it are found to be the same.
///
/// ```swift
/// PictureAddresses(at: "images.example.com") { url in
///     url.steps.count == 2 ? String(url.steps[0]) : nil
/// }
/// ```
public struct PictureAddresses: Sendable {
    /// The host; hosts directly below it are meant as well.
    public let host: String
    /// Returns the name of the picture at an address, the same for every size of it; nil where the address does not tell.
    public let name: @Sendable (WebURL) -> String?

    /// Describes the addresses at a host.
    ///
    /// - Parameters:
    ///   - host: The host, in lower case.
    ///   - name: Returns the name of the picture at an address; nil where the address does not tell.
    public init(at host: String, name: @escaping @Sendable (WebURL) -> String?) {
        self.host = host
        self.name = name
    }
}
