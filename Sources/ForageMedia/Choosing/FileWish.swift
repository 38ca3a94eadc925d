internal import ForageCore

/// What file is wanted of an item.
package struct FileWish: Hashable, Sendable, CustomStringConvertible {
    package let size: FileSize
    /// What it is to be made into; nil for a file that stays as it comes.
    package let format: FileFormat?

    package init(_ size: FileSize, as format: FileFormat? = nil) {
        self.size = size
        self.format = format
    }

    /// What is taken where nobody says.
    package static let usual = FileWish(.usual)

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
