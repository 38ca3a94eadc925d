/// An address at which Cloudinary serves a picture from anywhere on the web, resized and converted.
///
/// ```swift
/// let fetch = try CloudinaryFetch(cloud: "demo", source: "https://cdn.example.com/owl.svg")
///     .width(200).format(.png).pixelRatio(2)
/// print(fetch.url)
/// // https://res.cloudinary.com/demo/image/fetch/w_200,f_png,dpr_2.0/https://cdn.example.com/owl.svg
/// ```
///
/// Each method returns a new value with one more option. With both a width and a height, use ``fit(_:)``; without it,
/// Cloudinary distorts the picture.
public struct CloudinaryFetch: Hashable, Sendable {
    /// The Cloudinary account.
    public let cloud: String
    /// The address of the original picture.
    public let source: WebURL
    private let escapedSource: String
    /// The conversion.
    public private(set) var transform: ImageTransform
    private var signature: String?

    /// Creates an address for a picture and an account.
    ///
    /// - Parameters:
    ///   - cloud: The account's name: letters, digits, `-` and `_`.
    ///   - source: The address of the picture.
    ///   - transform: The conversion.
    /// - Throws: ``CloudinaryError`` if the account's name is invalid or the address is too long.
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

    /// The address with placeholders for the width and the pixel ratio, without a height, so that the picture keeps its
    /// shape. It is nil for a signed address, since the signature includes the size.
    public var template: URLTemplate? {
        guard signature == nil else { return nil }
        return URLTemplate(Self.server.origin.description + path(transform.inTemplate, nil))
    }

    /// The text to sign: everything that follows the signature in the address.
    public var toSign: String {
        [transform.inAddress, escapedSource].filter { !$0.isEmpty }.joined(separator: "/")
    }

    /// Returns the address with a signature, for accounts that require one.
    ///
    /// - Parameter signer: A signer that knows the account's secret.
    /// - Returns: The signed address; changing another option removes the signature.
    /// - Throws: The signer's error.
    public func signed<Fault>(by signer: some Signer<Fault>) throws(Fault) -> CloudinaryFetch {
        var copy = self
        copy.signature = try signer.signature(of: toSign)
        return copy
    }

    func changing(_ change: (inout ImageTransform) -> Void) -> CloudinaryFetch {
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
    /// The maximum length of a picture's name at Cloudinary.
    private static let greatestSourceByteCount = 255
}

extension CloudinaryFetch {
    /// Indicates whether this is a valid name of an account.
    static func isCloud(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_".utf8.contains($0) }
    }

    /// The address escaped as the last part of another one. It is encoded again even if it is already encoded, because
    /// Cloudinary decodes it once: `%20` becomes `%2520`. Only letters, digits and `-._/:` are unchanged.
    package static func escaped(_ address: String) -> String {
        let encoded = PercentEncoding.encode(address, keeping: "/:")
        return encoded.utf8.contains(UInt8(ascii: "~")) ? encoded.replacing("~", with: "%7E") : encoded
    }
}

extension CloudinaryFetch {
    /// Returns the address with a width in CSS pixels; one out of range is replaced by the nearest valid one.
    public func width(_ pixels: Int) -> CloudinaryFetch { changing { $0.width = pixels } }

    /// Returns the address with a height in CSS pixels; one out of range is replaced by the nearest valid one.
    public func height(_ pixels: Int) -> CloudinaryFetch { changing { $0.height = pixels } }

    /// Returns the address with a way of fitting the picture to its width and height.
    public func fit(_ fit: ImageTransform.Fit) -> CloudinaryFetch { changing { $0.fit = fit } }

    /// Returns the address with a format.
    public func format(_ format: ImageTransform.Format) -> CloudinaryFetch { changing { $0.format = format } }

    /// Returns the address with a number of device pixels per CSS pixel, which is used only with a width or a height. A
    /// ratio out of range is replaced by the nearest valid one.
    public func pixelRatio(_ ratio: Double) -> CloudinaryFetch { changing { $0.pixelRatio = ratio } }
}

/// The reason why an address cannot be created.
public enum CloudinaryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The account's name is invalid.
    case cloud
    /// The escaped address of the picture is too long; its number of bytes.
    case tooLong(Int)

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .cloud: "The name of a Cloudinary account has only letters, digits, - and _."
        case .tooLong(let count):
            "The address of the picture is \(count) bytes long when escaped; Cloudinary accepts at most 255."
        }
    }
}

extension ImageTransform {
    /// The options as one part of a Cloudinary address.
    var inAddress: String {
        inAddress(
            width: width.map(String.init), height: height.map(String.init),
            pixelRatio: pixelRatio?.description)
    }

    /// The options with placeholders for values that are known only where the picture is shown.
    var inTemplate: String { inAddress(width: "{width}", height: nil, pixelRatio: "{dpr}") }

    private func inAddress(width: String?, height: String?, pixelRatio: String?) -> String {
        let parameters = [
            width.map { "w_\($0)" }, height.map { "h_\($0)" }, fit.map { "c_\($0.rawValue)" },
            format.map { "f_\($0.rawValue)" }, pixelRatio.map { "dpr_\($0)" },
        ]
        return parameters.compactMap(\.self).joined(separator: ",")
    }
}

/// Signs texts. Only the signer knows the secret.
public protocol Signer<Fault>: Sendable {
    /// The reason why a signature cannot be created.
    associatedtype Fault: Error

    /// Returns the signature of a text, in a form allowed in an address.
    func signature(of text: String) throws(Fault) -> String
}

/// Adds a PNG version of each SVG picture, for programs that cannot show SVG.
///
/// An item is changed only if all providers that returned it are listed, because a service's terms may require that its
/// pictures are shown from its own addresses.
package struct CloudinaryTransform: Sendable {
    private let cloud: String
    private let providers: Set<ProviderID>
    private let sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)?

    /// - Parameters:
    ///   - cloud: The Cloudinary account.
    ///   - providers: The providers whose pictures are converted.
    ///   - sign: Adds a signature to an address; nil if the account does not require one.
    package init(
        cloud: String, providers: Set<ProviderID>,
        sign: (@Sendable (CloudinaryFetch) -> CloudinaryFetch?)? = nil
    ) {
        self.cloud = cloud
        self.providers = providers
        self.sign = sign
    }

    /// Returns the item with a PNG version of each of its SVG pictures.
    package func applied(to item: Item) -> Item {
        guard item.sources.allSatisfy({ providers.contains($0.provider) }) else { return item }
        let known = Set(item.renditions.map(\.url))
        let made = item.renditions.filter(\.isSVG).flatMap(pictures).filter { !known.contains($0.url) }
        guard !made.isEmpty else { return item }
        var item = item
        item.renditions = (item.renditions + made).sorted { $0.role < $1.role }
        return item
    }

    private func pictures(of drawing: Rendition) -> [Rendition] {
        guard let fetch = try? CloudinaryFetch(cloud: cloud, source: drawing.url).format(.png) else {
            return []
        }
        guard let sign else {
            var picture = Rendition(
                drawing.role, at: fetch.url, mediaType: "image/png", template: fetch.template)
            picture.size = drawing.size
            picture.sizeSource = drawing.sizeSource
            return [picture]
        }
        return Self.fixedWidths.compactMap { role, width in
            let signed = sign(fetch.width(width))
            return signed.map { Rendition(role, at: $0.url, mediaType: "image/png") }
        }
    }

    /// The widths of signed pictures, since a signature includes the size.
    private static let fixedWidths: [(Rendition.Role, Int)] = [
        (.thumbnail, 200), (.small, 400), (.regular, 800), (.large, 1600),
    ]
}

extension Rendition {
    /// Indicates whether the file is an SVG picture, by its media type or, if that is unknown, by its name.
    fileprivate var isSVG: Bool {
        if let mediaType { return mediaType.lowercased().hasPrefix("image/svg+xml") }
        return url.path.lowercased().hasSuffix(".svg")
    }
}
