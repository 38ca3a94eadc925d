internal import ForageCore
internal import Platform

/// The path of a file inside a project.
package enum ProjectPath {
    /// Indicates whether a path is relative, leads to a place inside the project whatever exists there, and has no
    /// hidden part.
    package static func isSafe(_ path: String) -> Bool {
        guard !path.isEmpty, path.utf8.count <= 4_096, !path.contains("\\") else { return false }
        let isPlain = path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        return isPlain && steps.allSatisfy { !$0.isEmpty && !$0.hasPrefix(".") }
    }

    /// The path of a file from the real path of a project's folder; nil if it is outside the folder or hidden.
    package static func relative(_ file: String, to folder: String) -> String? {
        let slash = file.lastIndex(of: "/")
        let parent = slash.map { $0 == file.startIndex ? "/" : String(file[..<$0]) } ?? "."
        guard let real = LocalPath.real(parent) else { return nil }
        let name = slash.map { file[file.index(after: $0)...] } ?? file[...]
        let whole = (real == "/" ? "" : real) + "/" + name
        guard whole.hasPrefix(folder + "/") else { return nil }
        let path = String(whole.dropFirst(folder.count + 1))
        return isSafe(path) ? path : nil
    }

    /// The path that a relative path leads to from a folder, which ends with a slash or is empty.
    package static func joined(_ folder: String, _ path: String) -> String {
        var steps = folder.split(separator: "/")
        for step in path.split(separator: "/") where step != "." {
            if step == ".." { _ = steps.popLast() } else { steps.append(step) }
        }
        return steps.joined(separator: "/")
    }

    /// The folders that contain a file, the nearest first, each with a slash at its end except that of the project.
    static func folders(of path: String) -> [String] {
        let slashes = path.indices.filter { path[$0] == "/" }
        return slashes.reversed().map { String(path[...$0]) } + [""]
    }

    /// Indicates whether a path stays inside a folder, because none of the folders in it is a link.
    package static func isReached(_ path: String, in folder: String) -> Bool {
        var place = folder
        for step in path.split(separator: "/").dropLast() {
            place += "/" + step
            switch LocalPath.kind(place) {
            case .folder: continue
            case nil: return true
            case .file, .other: return false
            }
        }
        return true
    }
}
