internal import ForageCore
internal import ForageStorage

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// One search of what is kept, as a process that only does this does it.
struct OfflineSearch {
    let folder: String
    let words: String

    static let pageSize = 30

    func run() async {
        let index = SQLiteItemIndex(folder: folder, limit: Shelf.limit)
        let words = words
        let count = await withTaskGroup { group in
            for provider in ItemPress.providers {
                group.addTask {
                    await index.items(of: provider, matching: words, page: 0..<Self.pageSize).items.count
                }
            }
            return await group.reduce(0, +)
        }
        print(count, Self.peakMegabytes)
    }

    /// The most memory that this process ever had.
    static var peakMegabytes: Int {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss >> 10
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss >> 20
        #endif
    }
}
