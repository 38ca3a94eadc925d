/// The boxes that AVIF and HEIC are made of, each of which says how long it is.
enum PictureBoxes {
    private struct Box {
        let name: String
        let content: Range<Int>
    }

    private static let greatestBoxCount = 4_096
    private static let greatestTableByteCount = 1 << 20

    /// Sees that the last box is whole, and that the pictures are there of which an earlier one tells.
    static func checkEnd(of file: PictureFile) throws(EmbeddingRefusal) {
        let (boxes, restByteCount) = try boxes(in: 0..<file.byteCount, of: file)
        let (index, film) = (boxes.first { $0.name == "meta" }, boxes.first { $0.name == "moov" })
        guard index != nil || film != nil else { throw .cutOff }
        // Where the table cannot be read the data have to be there, wherever they may end.
        let told = index.flatMap { try? reach(ofItemsIn: $0, of: file) }
        let end = told ?? file.byteCount
        // Fewer bytes than begin a box, such as a line's end, are none where all that is told of is there.
        guard end <= file.byteCount, restByteCount == 0 || told != nil else { throw .cutOff }
        let needsData = film != nil || end > 0
        guard !needsData || boxes.contains(where: { $0.name == "mdat" }) else { throw .cutOff }
    }

    /// The boxes, and how many bytes stand behind them that are too few for one.
    private static func boxes(
        in range: Range<Int>, of file: PictureFile
    ) throws(EmbeddingRefusal) -> ([Box], restByteCount: Int) {
        var (place, boxes): (Int, [Box]) = (range.lowerBound, [])
        while range.upperBound - place >= 8 {
            guard boxes.count < greatestBoxCount else { throw .tooManyParts }
            let head = try file.bytes(place..<place + 8)
            var (length, headLength) = (head[..<4].bigEndianNumber, 8)
            if length == 1 {
                let long = try file.bytes(place + 8..<place + 16)
                (length, headLength) = (long[0] == 0 ? long.bigEndianNumber : .max, 16)
            }
            // The last one may say that it takes the rest.
            if length == 0 { length = range.upperBound - place }
            guard length >= headLength else { throw .notBuiltAsItShouldBe }
            guard length <= range.upperBound - place else { throw .cutOff }
            let name = String(decoding: head[4...], as: UTF8.self)
            boxes.append(Box(name: name, content: place + headLength..<place + length))
            place += length
        }
        return (boxes, range.upperBound - place)
    }

    /// How far into the file its pictures reach; 0 where all are inside the index. Nil where no table says that.
    private static func reach(ofItemsIn index: Box, of file: PictureFile) throws(EmbeddingRefusal) -> Int? {
        // Behind its version.
        let start = min(index.content.lowerBound + 4, index.content.upperBound)
        let (parts, _) = try boxes(in: start..<index.content.upperBound, of: file)
        guard let place = parts.first(where: { $0.name == "iloc" })?.content else { return nil }
        guard place.count <= greatestTableByteCount else { throw .tooLong }
        return try reach(ofItemsIn: Table(bytes: file.bytes(place)))
    }

    private static func reach(ofItemsIn table: consuming Table) throws(EmbeddingRefusal) -> Int? {
        let version = try table.number(1)
        _ = try table.number(3)
        let sizes = try table.number(2)
        let extentSizes = [version == 0 ? 0 : sizes & 15, sizes >> 12, sizes >> 8 & 15]
        let itemCount = try table.number(version < 2 ? 2 : 4)
        var end = 0
        for _ in 0..<itemCount {
            _ = try table.number(version < 2 ? 2 : 4)
            let isInIndex = version > 0 ? try table.number(2) & 15 != 0 : false
            let isElsewhere = try table.number(2) != 0
            let base = try table.number(sizes >> 4 & 15)
            let count = try table.number(2)
            // Of no size there may be any number.
            for _ in 0..<(extentSizes == [0, 0, 0] ? min(count, 1) : count) {
                _ = try table.number(extentSizes[0])
                let parts = [base, try table.number(extentSizes[1]), try table.number(extentSizes[2])]
                guard !isInIndex, !isElsewhere else { continue }
                let isPlausible = parts.allSatisfy { (0..<1 << 60).contains($0) }
                end = max(end, isPlausible ? max(1, parts.reduce(0, +)) : .max)
            }
        }
        return itemCount > 0 ? end : nil
    }

    /// Numbers, one behind the other.
    private struct Table {
        let bytes: [UInt8]
        private var place = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func number(_ byteCount: Int) throws(EmbeddingRefusal) -> Int {
            guard byteCount <= bytes.count - place else { throw .notBuiltAsItShouldBe }
            defer { place += byteCount }
            return bytes[place..<place + byteCount].bigEndianNumber
        }
    }
}
