internal import Text

extension Item {
    /// Whose photo it is, by the words of the maker's name; nil for what is no photo, or nobody's.
    package var photographer: String? {
        guard kind == .photo, let words = creator.fact?.name.words, !words.isEmpty else { return nil }
        let name = words.joined(separator: " ")
        return Self.namesOfNobody.contains(name) ? nil : name
    }

    /// What stands in place of a name, of whoever it may be.
    private static let namesOfNobody: Set<String> = [
        "anonymous", "author unknown", "n a", "none", "not stated", "unknown", "unknown artist",
        "unknown author", "unknown photographer", "various",
    ]

    /// The file that tells how a photo looks, where its service does not say: the smallest that shows all of it. It is
    /// never the original.
    package var urlToLookAt: WebURL? {
        guard kind == .photo, blurHash == nil, let size else { return nil }
        return renditions.first { rendition in
            rendition.isPicture && rendition.role != .original && rendition.size?.hasShape(of: size) ?? true
        }?.url
    }

    /// How the photo looks by that file; nil where the file does not show all of it.
    package func look(among looks: [WebURL: PictureLook]) -> BlurHash? {
        guard let size, let look = urlToLookAt.flatMap({ looks[$0] }), look.size.hasShape(of: size) else {
            return nil
        }
        return look.blurHash
    }
}
