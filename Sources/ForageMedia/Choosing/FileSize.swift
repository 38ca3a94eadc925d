package import ForageCore

/// How large a file is wanted.
package enum FileSize: Hashable, Sendable, CustomStringConvertible {
    /// As a service makes it ready for a use.
    case role(Rendition.Role)
    /// So many pixels wide, or a little more.
    case width(Int)

    /// What is taken where nobody says: the largest that is made ready.
    package static let usual = FileSize.role(.full)

    /// The roles that can be asked for by name; a mark beside a text is no picture of an item.
    package static let roles = Rendition.Role.allCases.filter { $0 != .icon }

    /// Reads `full` or `800x`; nil for anything else.
    package init?(_ text: String) {
        if let role = Self.roles.first(where: { $0.rawValue == text }) {
            self = .role(role)
        } else if text.hasSuffix("x"), let width = Int(text.dropLast()), URLTemplate.widths.contains(width) {
            self = .width(width)
        } else {
            return nil
        }
    }

    /// The text as it is typed.
    package var description: String {
        switch self {
        case .role(let role): role.rawValue
        case .width(let width): "\(width)x"
        }
    }
}

extension Item {
    /// The address of the picture that comes nearest to what is wanted; nil for an item without one.
    ///
    /// Rather more pixels than fewer: the smallest picture that is as large, else the largest there is.
    func picture(_ size: FileSize) -> WebURL? {
        let pictures = renditions.filter(\.isPicture)
        switch size {
        case .role(let role):
            return (pictures.first { $0.role >= role } ?? pictures.last)?.url
        case .width(let width):
            let made = pictures.last { $0.template != nil }?.template?.url(width: width)
            let wide = pictures.filter { $0.size.map { $0.width >= width } ?? false }
            let smallest = wide.min { ($0.size?.width ?? 0) < ($1.size?.width ?? 0) }
            return made ?? (smallest ?? pictures.last)?.url
        }
    }
}
