internal import Platform

/// Finds the SVGs under a folder.
package struct SVGFolder {
    /// The files and folders found, sorted by path.
    package private(set) var findings: [Finding] = []

    /// An entry found under a folder.
    package enum Finding: Hashable, Sendable {
        case file(FilePath)
        /// A folder that cannot be read.
        case unreadable(FilePath, SVGError)
    }

    /// Returns true if a path leads to a folder.
    package static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Searches a folder and its subfolders.
    ///
    /// Links to files count as files; links to folders are not followed, so that no file is found twice and no loop
    /// occurs.
    package init(_ path: FilePath) { look(into: path) }

    /// Searches a folder. The depth is limited by the maximum length of a path.
    private mutating func look(into folder: FilePath) {
        do throws(SVGError) {
            for entry in try Self.entries(of: folder) {
                if entry.isFolder { look(into: entry.path) } else { findings.append(.file(entry.path)) }
            }
        } catch {
            findings.append(.unreadable(folder, error))
        }
    }

    private struct Entry: Comparable {
        let path: FilePath
        /// The first bytes of the name as a number in the order of names, which decides most comparisons.
        let start: UInt64
        let isFolder: Bool

        init(_ name: UnsafeRawBufferPointer, at path: FilePath, isFolder: Bool) {
            self.path = path
            start = (0..<8).reduce(0) { $0 << 8 | UInt64($1 < name.count ? name[$1] : 0) }
            self.isFolder = isFolder
        }

        static func < (one: Entry, other: Entry) -> Bool {
            one.start == other.start ? one.path < other.path : one.start < other.start
        }
    }

    /// Returns the entries of a folder, sorted.
    private static func entries(of folder: FilePath) throws(SVGError) -> [Entry] {
        guard let listing = folder.withCString({ opendir($0) }) else { throw .system(errno) }
        defer { closedir(listing) }
        var entries: [Entry] = []
        while let entry = readdir(listing) {
            let name = name(of: entry)
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
            let path = FilePath(name, in: folder)
            switch kind(of: entry, at: path) {
            case .folder: entries.append(Entry(name, at: path, isFolder: true))
            case .file where isSVG(name): entries.append(Entry(name, at: path, isFolder: false))
            case .file, .other: break
            }
        }
        entries.sort()
        return entries
    }

    /// Returns the bytes of a name, which are valid until the next entry is read.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeRawBufferPointer {
        let start = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
        return UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
    }

    private enum Kind {
        case folder, file, other
    }

    /// Returns the kind of an entry; a link counts as its target if that is a file, and is ignored otherwise.
    private static func kind(of entry: UnsafeMutablePointer<dirent>, at path: FilePath) -> Kind {
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_REG): return .file
        case Int32(DT_DIR): return .folder
        case Int32(DT_LNK), Int32(DT_UNKNOWN): break
        default: return .other
        }
        var status = stat()
        guard path.withCString({ lstat($0, &status) }) == 0 else { return .file }
        if status.st_mode & S_IFMT == S_IFDIR { return .folder }
        guard path.withCString({ stat($0, &status) }) == 0 else { return .file }
        return status.st_mode & S_IFMT == S_IFREG ? .file : .other
    }

    private static func isSVG(_ name: UnsafeRawBufferPointer) -> Bool {
        name.ends(in: ".svg") || name.ends(in: ".svgz")
    }
}

/// A folder that remains open, so that the system does not resolve its path again for each file in it.
package final class OpenFolder: Sendable {
    private let path: FilePath
    private let descriptor: CInt

    /// Opens a folder; if that fails, no file in it can be opened either.
    package init(_ path: FilePath) {
        self.path = path
        descriptor = path.withCString { openat(AT_FDCWD, $0, O_RDONLY | O_CLOEXEC | O_DIRECTORY) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Opens a file in the folder and returns the system's result.
    func open(_ file: FilePath, _ flags: CInt) -> CInt {
        file.withCString(below: path) { openat(descriptor, $0, flags) }
    }
}

/// The path of a file in the system's form, which may not be valid text.
package struct FilePath: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, including the NUL at the end.
    private let bytes: [UInt8]

    package init(_ text: String) { bytes = Array(text.utf8) + [0] }

    /// Creates the path of an entry in a folder.
    init(_ name: UnsafeRawBufferPointer, in folder: FilePath) {
        var path: [UInt8] = []
        path.reserveCapacity(folder.bytes.count + 1 + name.count)
        path.append(contentsOf: folder.bytes.dropLast())
        if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path.append(contentsOf: name)
        path.append(0)
        bytes = path
    }

    /// The path as text, with invalid bytes replaced.
    package var description: String { String(decoding: bytes.dropLast(), as: UTF8.self) }

    package static func < (one: FilePath, other: FilePath) -> Bool {
        one.bytes.lexicographicallyPrecedes(other.bytes)
    }

    /// Passes the path to a function as a C string, either complete or relative to a folder that contains it.
    func withCString<Result>(
        below folder: FilePath? = nil, _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { preconditionFailure("a path has its NUL") }
                return body(start + (folder?.lengthBeforeNames ?? 0))
            }
        }
    }

    /// The number of bytes before the name of an entry in this folder.
    private var lengthBeforeNames: Int {
        bytes.dropLast().last == UInt8(ascii: "/") ? bytes.count - 1 : bytes.count
    }
}

extension UnsafeRawBufferPointer {
    /// Returns true if the bytes end with these lower-case letters, regardless of case.
    fileprivate func ends(in letters: StaticString) -> Bool {
        let start = count - letters.utf8CodeUnitCount
        guard start >= 0 else { return false }
        return letters.withUTF8Buffer { letters in
            letters.indices.allSatisfy { self[start + $0] | 0x20 == letters[$0] }
        }
    }
}
