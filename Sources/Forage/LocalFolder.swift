#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What is in a folder.
enum LocalFolder {
    /// The names of what is there, in order; none where there is no such folder.
    static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while names.count < greatestCount, let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { name in
                    String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names.sorted()
    }

    private static let greatestCount = 10_000
}
