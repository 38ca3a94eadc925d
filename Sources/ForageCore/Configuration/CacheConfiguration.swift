/// The size limits of the cache.
public struct CacheConfiguration: Hashable, Sendable {
    /// The maximum number of bytes on disk in total; 0 to store nothing there.
    public let diskByteCount: Int

    /// The maximum number of bytes in the memory of a long-running program; 0 to store nothing there.
    public let memoryByteCount: Int

    /// The limits of answers and items. That of items is small, because items are small compared with the answers they
    /// come from.
    package var shares: (answers: Int, items: Int) {
        let items = diskByteCount / 4
        return (diskByteCount - items, items)
    }

    static let usualMemory = 32
    static let usualDisk = 512
    /// The minimum, because the cache's own files need some space.
    static let leastDisk = 16
    static let megabyte = 1_000_000

    init(_ values: SettingValues) {
        let megabytes = values.integer("disk") ?? Self.usualDisk
        memoryByteCount = (values.integer("memory") ?? Self.usualMemory) * Self.megabyte
        diskByteCount = megabytes == 0 ? 0 : max(Self.leastDisk, megabytes) * Self.megabyte
    }
}

extension SettingTree {
    /// The settings of the cache.
    static let cache = SettingGroup(
        noun: "setting of the cache",
        members: [
            SettingLeaf(
                path: .cache.appending("disk"), form: .value(.integer(0...1_000_000)),
                defaultValue: .integer(CacheConfiguration.usualDisk),
                help:
                    "The maximum size of the cache on disk, in megabytes; 0 turns it off, and 1 to 15 count as 16."
            ),
            SettingLeaf(
                path: .cache.appending("memory"), form: .value(.integer(0...100_000)),
                defaultValue: .integer(CacheConfiguration.usualMemory),
                help: "How many megabytes of the cache a long-running program also keeps in memory."),
        ].map(SettingGroup.Member.init))
}

extension SettingPath {
    static let cache = SettingPath("cache")
}
