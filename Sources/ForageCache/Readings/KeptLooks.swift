package import ForageCore

/// Notes beside stored pictures how they look.
package struct KeptLooks: LookStore {
    private let store: any SharedStore

    /// - Parameter store: Where the pictures are.
    package init(in store: any SharedStore) { self.store = store }

    package func look(of stored: StoredResponse) -> PictureLook? {
        let heading = heading(stored)
        guard let bytes = Checksum.opened(stored.note), bytes.starts(with: heading) else { return nil }
        var reader = ReadingReader(Array(bytes), from: heading.count)
        guard let hash = try? reader.requiredText(), let blurHash = BlurHash(hash),
            let size = try? PixelSize(width: reader.count(), height: reader.count()), reader.isAtEnd
        else { return nil }
        return PictureLook(blurHash, size: size)
    }

    package func keep(_ look: PictureLook, of stored: StoredResponse) async {
        var writer = ReadingWriter()
        writer.append(look.blurHash.description)
        writer.append(count: look.size.width)
        writer.append(count: look.size.height)
        await store.keep(Checksum.sealed(heading(stored) + writer.bytes), on: stored)
    }

    /// What has to be as it was; the number is that of the way of looking.
    private func heading(_ stored: StoredResponse) -> [UInt8] {
        var heading = FieldList()
        for text in ["look 1", stored.key.text, "\(stored.byteCount)"] { heading.append(text) }
        return heading.bytes
    }
}
