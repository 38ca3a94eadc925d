package import ForageCore

/// Leave to take one file of an item. Only a ``PermitOffice`` gives it, after every service that brought the item was
/// asked; nothing is fetched without.
package struct DownloadPermit: Sendable {
    /// Whose file it is. Long texts are cut, so that its credit can be written beside it and read again.
    package let item: Item
    /// How it was wanted.
    package let wish: FileWish
    /// Where it is.
    let url: WebURL

    /// For the office alone.
    init(_ item: Item, _ wish: FileWish, at url: WebURL) {
        self.item = item.withTextsCut
        self.wish = wish
        self.url = url
    }

    /// Leave that was given when a part of the file was begun. A service that counts downloads has counted it.
    init?(continuing part: borrowing PartFile, of item: Item, _ wish: FileWish) {
        guard let record = part.record, part.byteCount > 0,
            record.key == FileKey(item, wish).asItComes, record.url == item.picture(wish.size)
        else { return nil }
        self.init(item, wish, at: record.url)
    }
}
