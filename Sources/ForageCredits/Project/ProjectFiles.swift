internal import ForageDownloads
internal import Platform

/// The pictures below the folder of a project. Links are not followed, and hidden files are left out.
struct ProjectFiles {
    /// The pictures with their properties.
    private(set) var pictures: [String: FileStamp] = [:]
    /// Links with the name of a picture that lead out of the project or nowhere.
    private(set) var links: [String] = []
    /// The paths that cannot be read, with the reason.
    private(set) var unreadable: [(path: String, reason: String)] = []
    /// The number of pictures that patterns left out.
    private(set) var ignoredCount = 0
    private let root: String
    private let ignored: [PathPattern]

    /// Reads the contents of a folder.
    ///
    /// - Parameters:
    ///   - root: The real path of the folder.
    ///   - ignored: The patterns of the paths to leave out.
    init(in root: String, leavingOut ignored: [PathPattern]) {
        self.root = root
        self.ignored = ignored
        var folders = [""]
        while let folder = folders.popLast() { read(folder, &folders) }
    }

    private mutating func read(_ folder: String, _ folders: inout [String]) {
        guard let entries = LocalFolder.entries(in: "\(root)/\(folder)") else {
            if !LocalPath.isGone("\(root)/\(folder)") {
                unreadable.append((folder.isEmpty ? "." : String(folder.dropLast()), "it cannot be read"))
            }
            return
        }
        for entry in entries where !entry.name.hasPrefix(".") {
            let isPicture = FileType.isPictureName(entry.name)
            guard isPicture || entry.mayBeFolder else { continue }
            note(folder + entry.name, isPicture, &folders)
        }
    }

    private mutating func note(_ path: String, _ isPicture: Bool, _ folders: inout [String]) {
        guard let stamp = FileStamp("\(root)/\(path)") else {
            // The system cannot find the text that was made of such a name.
            if path.unicodeScalars.contains("\u{FFFD}") { unreadable.append((path, "its name is not UTF-8")) }
            return
        }
        switch stamp.kind {
        case .folder: if !ignored.match(path, isFolder: true) { folders.append(path + "/") }
        case _ where !isPicture: break
        case _ where ignored.match(path): ignoredCount += 1
        case .file where ProjectPath.isSafe(path): pictures[path] = stamp
        case .file: unreadable.append((path, "its name has characters that a lock cannot have"))
        case .link: if !leadsInside(path) { links.append(path) }
        case .other: unreadable.append((path, "it is not an ordinary file"))
        }
    }

    private func leadsInside(_ path: String) -> Bool {
        LocalPath.real("\(root)/\(path)")?.hasPrefix(root + "/") ?? false
    }
}

/// The pictures of a project that its policy does not leave out.
package enum ProjectPictures {
    /// The paths of the pictures below a folder, in order.
    package static func paths(in folder: String, _ policy: LockPolicy) -> [String] {
        ProjectFiles(in: folder, leavingOut: policy.ignored.map { PathPattern($0) }).pictures.keys.sorted()
    }
}
