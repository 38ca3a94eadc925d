package import ForageCore

/// What file is wanted of an item.
package struct FileSelection: Hashable, Sendable, CustomStringConvertible {
    package let size: FileSize
    /// What it is to be made into; nil for a file that stays as it comes.
    package let format: FileFormat?

    package init(_ size: FileSize, as format: FileFormat? = nil) {
        self.size = size
        self.format = format
    }

    /// What is taken where nobody says.
    package static let usual = FileSelection(.usual)

    /// The text by which the archive knows it.
    package var description: String { format.map { "\(size) as \($0.rawValue)" } ?? "\(size)" }
}

/// A format that files are converted to.
package enum FileFormat: String, Hashable, Sendable, CaseIterable {
    case png, jpeg, webp

    package var mediaType: String { "image/\(rawValue)" }

    init?(mediaType: String) {
        guard let format = Self.allCases.first(where: { $0.mediaType == mediaType }) else { return nil }
        self = format
    }

    /// The word for it where pictures are made.
    var made: ImageTransform.Format {
        switch self {
        case .png: .png
        case .jpeg: .jpg
        case .webp: .webp
        }
    }
}

/// How large a file is wanted.
package enum FileSize: Hashable, Sendable, CustomStringConvertible {
    /// As a service makes it ready for a use.
    case role(Rendition.Role)
    /// So many pixels wide, or a little more, for a screen with so many pixels for one of a page's.
    case width(Int, pixelRatio: Double = 1)

    /// What is taken where nobody says: the largest that is made ready.
    package static let usual = FileSize.role(.full)

    /// The roles that can be asked for by name; a mark beside a text is no picture of an item.
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

    /// The text as it is typed.
    package var description: String {
        switch self {
        case .role(let role): role.rawValue
        case .width(let width, 1): "\(width)x"
        case .width(let width, let ratio): "\(width)x at \(ratio)"
        }
    }
}

extension Item {
    /// The address of the picture that comes nearest to what is wanted; nil for an item without one.
    ///
    /// Rather more pixels than fewer: the smallest picture that is as large, else the largest there is. An original is
    /// never one that Cloudinary makes.
    func picture(_ size: FileSize) -> WebURL? {
        switch size {
        case .role(let role):
            let files = role == .original ? withoutConversions.renditions : renditions
            let pictures = files.filter(\.isPicture)
            return (pictures.first { $0.role >= role } ?? pictures.last)?.url
        case .width(let width, let ratio):
            let pixels = Int((Double(width) * ratio).rounded(.up))
            return picture(wide: pixels)?.url(wide: width, pixelRatio: ratio)
        }
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
