internal import Database

/// What a store takes on the disk, the log set apart.
struct Space {
    let pageCount: Int
    let freePageCount: Int
    /// The database's file as it is now, which is longer than its pages until the log is folded in.
    let databaseByteCount: Int
    /// What the files of bodies take, those dropped a moment ago included.
    let fileByteCount: Int
    /// What files give back that were dropped a moment ago.
    let condemnedByteCount: Int

    /// What holds something that is needed.
    var usedByteCount: Int {
        (pageCount - freePageCount) * StoreSchema.pageByteCount + fileByteCount - condemnedByteCount
    }

    /// How many bytes too much it would be on the disk.
    func shortage(of need: Need, within share: Int) -> Int {
        let growth = max(need.pageCount - freePageCount, 0) * StoreSchema.pageByteCount
        let pages = max(databaseByteCount, pageCount * StoreSchema.pageByteCount + growth)
        return pages + fileByteCount + need.fileByteCount - share
    }

    /// How many bytes can be given back without dropping more.
    func reclaimableByteCount(besides need: Need) -> Int {
        let onDisk = max(databaseByteCount, pageCount * StoreSchema.pageByteCount)
        let needed = (pageCount - freePageCount + need.pageCount) * StoreSchema.pageByteCount
        return condemnedByteCount + max(onDisk - needed, 0)
    }
}

extension StoreWriter {
    mutating func space() throws(DatabaseFault) -> Space {
        try Space(
            pageCount: database.pageCount(), freePageCount: database.freePageCount(),
            databaseByteCount: settings.folder.database.byteCount,
            fileByteCount: database.first("SELECT file_byte_count FROM tally") { $0.int(0) } ?? 0,
            condemnedByteCount: condemnedByteCount)
    }
}
