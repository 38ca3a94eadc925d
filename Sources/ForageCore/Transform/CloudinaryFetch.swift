/// An address at which Cloudinary hands out a picture from anywhere on the web, resized and converted.
///
/// ```swift
/// let fetch = try CloudinaryFetch(cloud: "demo", source: "https://cdn.example.com/owl.svg")
///     .width(200).format(.png).pixelRatio(2)
/// print(fetch.url)
/// // https://res.cloudinary.com/demo/image/fetch/w_200,f_png,dpr_2.0/https://cdn.example.com/owl.svg
/// ```
///
/// A value never changes; each wish makes a new one. With both a width and a height, say how the picture
/// is to ``fit(_:)``: without that Cloudinary distorts it.
public struct CloudinaryFetch: Hashable, Sendable {
    /// The account that fetches.
    public let cloud: String
    /// The picture as its maker put it on the web.
    public let source: WebURL
    private let escapedSource: String
    /// What is to be made of it.
    public private(set) var transform: ImageTransform
    private var signature: String?

    /// Names a picture and the account that is to fetch it.
    ///
    /// - Parameters:
    ///   - cloud: The account's name: letters, digits, `-` and `_`.
    ///   - source: The address of the picture.
    ///   - transform: What is to be made of it.
    /// - Throws: ``CloudinaryError`` when no account has such a name or the address is too long to be fetched.
    public init(
        cloud: String, source: WebURL, transform: ImageTransform = ImageTransform()
    ) throws(CloudinaryError) {
        guard Self.isCloud(cloud) else { throw .cloud }
        escapedSource = Self.escaped(source.text)
        guard escapedSource.utf8.count <= Self.greatestSourceByteCount else {
            throw .tooLong(escapedSource.utf8.count)
        }
        self.cloud = cloud
        self.source = source
        self.transform = transform
    }

    /// The whole address.
    public var url: WebURL { Self.server.appending(path(transform.inAddress, signature)) }

    /// The address with places for the width and the pixel ratio. A height has no place in it, so that the
    /// picture keeps its shape. There is none of a signed address: the signature covers the size.
    public var template: URLTemplate? {
        guard signature == nil else { return nil }
        return URLTemplate(Self.server.origin.description + path(transform.inTemplate, nil))
    }

    /// What a signature is made of: all that follows it in the address.
    public var toSign: String {
        [transform.inAddress, escapedSource].filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// The address with a signature, for accounts that ask for one.
    ///
    /// - Parameter signer: What knows the account's secret.
    /// - Returns: The signed address; a further wish takes the signature off again.
    /// - Throws: What the signer throws.
    public func signed<Fault>(by signer: some Signer<Fault>) throws(Fault) -> CloudinaryFetch {
        var copy = self
        copy.signature = try signer.signature(of: toSign)
        return copy
    }

    func wishing(_ change: (inout ImageTransform) -> Void) -> CloudinaryFetch {
        var copy = self
        change(&copy.transform)
        copy.signature = nil
        return copy
    }

    private func path(_ transformation: String, _ signature: String?) -> String {
        let parts = [
            cloud, "image/fetch", signature.map { "s--\($0)--" } ?? "", transformation, escapedSource,
        ]
        return "/" + parts.filter { !$0.isEmpty }.joined(separator: "/")
    }

    private static let server: WebURL = "https://res.cloudinary.com/"
    /// What Cloudinary takes for the name of a picture.
    private static let greatestSourceByteCount = 255
}

extension CloudinaryFetch {
    /// Whether an account can have this name.
    static func isCloud(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
    }

    /// The address as the last part of another. It is encoded once more as it stands, because Cloudinary
    /// decodes it once: `%20` becomes `%2520`. Only letters, digits and `-._/:` stay.
    package static func escaped(_ address: String) -> String {
        let encoded = PercentEncoding.encode(address, keeping: "/:")
        return encoded.utf8.contains(UInt8(ascii: "~")) ? encoded.replacing("~", with: "%7E") : encoded
    }
}

extension CloudinaryFetch {
    /// The picture at this width in CSS pixels; one that no screen has is brought into range.
    public func width(_ pixels: Int) -> CloudinaryFetch { wishing { $0.width = pixels } }

    /// The picture at this height in CSS pixels; one that no screen has is brought into range.
    public func height(_ pixels: Int) -> CloudinaryFetch { wishing { $0.height = pixels } }

    /// The picture brought to its width and height like this.
    public func fit(_ fit: ImageTransform.Fit) -> CloudinaryFetch { wishing { $0.fit = fit } }

    /// The picture in this format.
    public func format(_ format: ImageTransform.Format) -> CloudinaryFetch { wishing { $0.format = format } }

    /// The picture with this many pixels of the screen for a CSS pixel; it counts with a width or a height.
    /// A ratio that no screen has is brought into range.
    public func pixelRatio(_ ratio: Double) -> CloudinaryFetch { wishing { $0.pixelRatio = ratio } }
}

/// Why Cloudinary cannot be asked for a picture.
public enum CloudinaryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No account has such a name.
    case cloud
    /// The address of the picture has so many bytes when it is escaped.
    case tooLong(Int)

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .cloud: "The name of a Cloudinary account has only letters, digits, - and _."
        case .tooLong(let count):
            "The address of the picture is \(count) bytes long when it is escaped; Cloudinary takes 255."
        }
    }
}

extension ImageTransform {
    /// The wishes as one part of an address of Cloudinary's.
    var inAddress: String {
        inAddress(
            width: width.map(String.init), height: height.map(String.init),
            pixelRatio: pixelRatio?.description)
    }

    /// The same with places for what only the view knows.
    var inTemplate: String { inAddress(width: "{width}", height: nil, pixelRatio: "{dpr}") }

    private func inAddress(width: String?, height: String?, pixelRatio: String?) -> String {
        let parameters = [
            width.map { "w_\($0)" }, height.map { "h_\($0)" }, fit.map { "c_\($0.rawValue)" },
            format.map { "f_\($0.rawValue)" }, pixelRatio.map { "dpr_\($0)" },
        ]
        return parameters.compactMap(\.self).joined(separator: ",")
    }
}

/// What puts a signature under a text. It knows the secret, so that nobody else has to.
public protocol Signer<Fault>: Sendable {
    /// Why a signature cannot be made.
    associatedtype Fault: Error

    /// The signature of a text, fit to stand in an address.
    func signature(of text: String) throws(Fault) -> String
}
