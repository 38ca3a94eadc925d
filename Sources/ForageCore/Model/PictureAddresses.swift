/// A pattern for the addresses at one host, which identifies a picture in files of any size.
///
/// A service has files of one picture in several sizes, each with an address of its own. If the addresses identify the
/// picture, results of several providers with the same picture are recognized as duplicates.
///
/// ```swift
/// PictureAddresses(at: "images.example.com") { url in
///     url.steps.count == 2 ? String(url.steps[0]) : nil
/// }
/// ```
public struct PictureAddresses: Sendable {
    /// The host, including hosts directly below it.
    public let host: String
    /// Returns the name of the picture at an address, the same for every size; nil if the address does not contain it.
    public let name: @Sendable (WebURL) -> String?

    /// Creates a pattern for the addresses at a host.
    ///
    /// - Parameters:
    ///   - host: The host, in lower case.
    ///   - name: Returns the name of the picture at an address; nil if the address does not contain it.
    public init(at host: String, name: @escaping @Sendable (WebURL) -> String?) {
        self.host = host
        self.name = name
    }
}
