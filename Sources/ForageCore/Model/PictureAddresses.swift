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

extension PictureAddresses {
    /// Addresses such as `demo/image/upload/w_400,c_fill/v1312/owl.jpg`; the name excludes scaling steps and the
    /// version.
    public static let cloudinary = PictureAddresses(at: "res.cloudinary.com") { url in
        let steps = url.steps
        guard steps.count > 3, steps[1] == "image", steps[2] == "upload" else { return nil }
        let names = steps[3...].drop { $0.isVersion || $0.split(separator: ",").allSatisfy(\.isScaling) }
        return names.isEmpty ? nil : (steps[..<3] + names).joined(separator: "/")
    }
}

extension Substring {
    fileprivate var isVersion: Bool {
        utf8.count > 1 && hasPrefix("v") && dropFirst().utf8.allSatisfy(\.isDigit)
    }

    fileprivate var isScaling: Bool {
        guard let end = firstIndex(of: "_") else { return false }
        return ["ar", "c", "dpr", "f", "g", "h", "q", "w"].contains(self[..<end])
    }
}
