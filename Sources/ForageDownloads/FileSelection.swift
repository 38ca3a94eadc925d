package import ForageCore

/// The requested file of an item.
package struct FileSelection: Hashable, Sendable, CustomStringConvertible {
    package let size: FileSize
    /// The format to convert it to; nil if the file stays unchanged.
    package let format: FileFormat?

    package init(_ size: FileSize, as format: FileFormat? = nil) {
        self.size = size
        self.format = format
    }

    /// The default.
    package static let usual = FileSelection(.usual)

    /// The text that the archive stores.
    package var description: String { format.map { "\(size) as \($0.rawValue)" } ?? "\(size)" }
}

/// A format that files are converted to.
package enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, webp

    package var mediaType: String { "image/\(rawValue)" }

    package init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = format
    }

    /// The same format in a transform.
    var made: ImageTransform.Format {
        switch self {
        case .png: .png
        case .jpeg: .jpg
        case .webp: .webp
        }
    }
}

/// The requested size of a file.
package enum FileSize: Hashable, Sendable, CustomStringConvertible {
    /// One of the sizes that a service offers.
    case role(Rendition.Role)
    /// A width in CSS pixels, or a little more, for a screen with a pixel ratio.
    case width(Int, pixelRatio: Double = 1)

    /// The default: the largest size that services provide ready-made.
    package static let usual = FileSize.role(.full)

    /// The roles that can be requested by name. An icon is not a picture of an item.
    package static let roles = Rendition.Role.allCases.filter { $0 != .icon }

    /// Reads `full` or `800x`; nil for anything else, and for a pixel ratio without a width.
    package init?(_ text: String, pixelRatio: Double? = nil) {
        if let role = Self.roles.first(where: { $0.rawValue == text }) {
            guard pixelRatio == nil else { return nil }
            self = .role(role)
        } else if text.hasSuffix("x"), let width = Int(text.dropLast()), URLTemplate.widths.contains(width) {
            self = .width(width, pixelRatio: pixelRatio ?? 1)
        } else {
            return nil
        }
    }

    /// The text as typed.
    package var description: String {
        switch self {
        case .role(let role): role.rawValue
        case .width(let width, 1): "\(width)x"
        case .width(let width, let ratio): "\(width)x at \(ratio)"
        }
    }
}

extension Item {
    /// The address of the file whose size is nearest: a picture, or of a film or a sound the film or sound itself; nil for
    /// an item without such a file.
    ///
    /// That is the smallest file that is at least as large, else the largest. An original is never one that Cloudinary
    /// makes.
    package func file(_ size: FileSize) -> WebURL? {
        switch size {
        case .role(let role):
            let files = (role == .original ? withoutConversions.renditions : renditions).filter(isWanted)
            return (files.first { $0.role >= role } ?? files.last)?.url
        case .width(let width, let ratio):
            let pixels = Int((Double(width) * ratio).rounded(.up))
            guard isMedium else { return picture(wide: pixels)?.url(wide: width, pixelRatio: ratio) }
            let files = renditions.filter(isWanted)
            return (files.first { $0.size.map { $0.width >= pixels } ?? true } ?? files.last)?.url
        }
    }

    /// Indicates whether it is a film or a sound, whose pictures are only its posters.
    package var isMedium: Bool { kind == .video || kind == .audio }

    private func isWanted(_ file: Rendition) -> Bool {
        isMedium ? file.role != .icon && !file.isPicture : file.isPicture
    }

    /// The item without the pictures that Cloudinary makes of its files.
    var withoutConversions: Item {
        let addresses = renditions.map { "/" + CloudinaryFetch.escaped($0.url.text) }
        var item = self
        item.renditions.removeAll { file in
            file.url.host == "res.cloudinary.com" && addresses.contains { file.url.text.hasSuffix($0) }
        }
        return item
    }
}
