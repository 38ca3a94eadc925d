#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Nested folders, deeper than any path can be, so that the last cannot be read; removed with this value.
struct DeepFolder: ~Copyable {
    /// The name of each.
    static let name = String(repeating: "deep", count: 50)

    private var folders: [Int32]

    struct CannotMake: Error {}

    init(in folder: String) throws {
        folders = [open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)]
        for depth in 0...Int(PATH_MAX) / Self.name.utf8.count {
            guard mkdirat(folders[depth], Self.name, 0o755) == 0 else { throw CannotMake() }
            folders.append(openat(folders[depth], Self.name, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
    }

    deinit {
        for folder in folders.reversed() {
            unlinkat(folder, Self.name, AT_REMOVEDIR)
            close(folder)
        }
    }
}
