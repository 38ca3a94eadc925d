internal import Platform

/// A pattern of paths, as in a file of Git: `*` and `?` match within one step, and `**` any number of steps. A pattern
/// without a slash, except at its end, matches at any depth; one with a slash at its end matches a folder.
package struct PathPattern: Hashable, Sendable {
    private enum Step: Hashable {
        case any
        case text([UInt8])
    }

    private let steps: [Step]
    private let isFolder: Bool

    package init(_ text: String) {
        let parts = text.split(separator: "/").map(String.init)
        isFolder = text.hasSuffix("/")
        let isAnywhere = parts.count == 1 && !text.hasPrefix("/")
        steps = (isAnywhere ? [.any] : []) + parts.map { $0 == "**" ? .any : .text(Array($0.utf8)) }
    }

    /// Indicates whether the pattern matches the path of a file or folder, or a folder that contains it.
    package func matches(_ path: String, isFolder isPathOfFolder: Bool = false) -> Bool {
        let parts = path.split(separator: "/").map { Array($0.utf8) }
        guard !parts.isEmpty, !steps.isEmpty else { return false }
        // The places in the pattern that may come next.
        var places = closure([0])
        for (number, part) in parts.enumerated() {
            var next: Set<Int> = []
            for place in places where place < steps.count {
                switch steps[place] {
                case .any: next.insert(place)
                case .text(let text): if Self.matches(text, part) { next.insert(place + 1) }
                }
            }
            places = closure(next)
            let isLast = number == parts.count - 1
            if places.contains(steps.count), !isLast || !isFolder || isPathOfFolder { return true }
        }
        return false
    }

    /// The places with those that follow if `**` matches nothing more.
    private func closure(_ places: Set<Int>) -> Set<Int> {
        var all = places
        for place in places {
            var place = place
            while place < steps.count, steps[place] == .any {
                place += 1
                all.insert(place)
            }
        }
        return all
    }

    private static func matches(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var (place, textPlace) = (0, 0)
        var star: (place: Int, textPlace: Int)?
        while textPlace < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, textPlace)
                place += 1
            } else if place < pattern.count,
                pattern[place] == UInt8(ascii: "?") || pattern[place] == text[textPlace]
            {
                place += 1
                textPlace += 1
            } else if let last = star {
                star = (last.place, last.textPlace + 1)
                (place, textPlace) = (last.place + 1, last.textPlace + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

extension [PathPattern] {
    package func match(_ path: String, isFolder: Bool = false) -> Bool {
        contains { $0.matches(path, isFolder: isFolder) }
    }
}
