internal import Bytes

/// An element of a feed with what is inside it, attributes and elements alike.
package struct FeedElement: Hashable, Sendable {
    /// What is inside it, in order: an element under its name, an attribute under `element@attribute`.
    package internal(set) var parts: [Part] = []

    package init(parts: [Part] = []) { self.parts = parts }

    package struct Part: Hashable, Sendable {
        package let name: String
        package let content: Content

        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    package indirect enum Content: Hashable, Sendable {
        case text(String)
        case element(FeedElement)
    }
}

/// Why nothing can be read of a feed.
package enum FeedFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not XML, or breaks its rules before the first item.
    case malformed(line: Int, reason: String)
    /// It is XML, but neither RSS nor Atom.
    case notFeed(root: String)
    /// It declares entities or more than a feed needs.
    case documentType
    /// It is in an encoding in which attributes cannot be counted before they are read.
    case encoding(String)
    /// It asks for more work than is done for a stranger.
    case tooMuch
    /// libxml2 cannot be loaded.
    case noLibrary(String)

    package var description: String {
        switch self {
        case .malformed(let line, let reason): "Line \(line): \(reason)."
        case .notFeed(let root): "Its outermost element is <\(root)>."
        case .documentType: "It has a document type, which no feed needs."
        case .encoding(let name): "Its encoding \(name.shortened(to: 40)) is not read; UTF-8 is."
        case .tooMuch: "It has more elements or attributes than a feed needs."
        case .noLibrary(let reason): "libxml2 is needed for this and cannot be loaded: \(reason)."
        }
    }
}
