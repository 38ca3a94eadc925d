package import ForageCore
package import ForageDownloads
internal import ForageStorage
package import Platform

extension Forage {
    /// Stores the appearance of a downloaded file with its item. Nothing is stored without a cache.
    ///
    /// - Parameters:
    ///   - path: The path of the file, with its credit file next to it.
    ///   - pool: Decodes it; nil if that is not possible.
    package func remember(file path: String, by pool: ImagePool?) async {
        guard pipelines.cache?.items != nil, let record = CreditRecord(nextToFile: path) else { return }
        var picture = MetPicture(of: record.id)
        picture.digest = record.digest
        picture.hasManifest = ContentCredentials.areIn(path)
        await remember(picture, .file(path), by: pool)
    }

    /// Stores the appearance of a picture that is shown with its item.
    package func remember(_ bytes: [UInt8], of item: ItemID, by pool: ImagePool) async {
        await remember(MetPicture(of: item), .bytes(bytes), by: pool)
    }

    private func remember(_ picture: MetPicture, _ source: ImageOrder.Source, by pool: ImagePool?) async {
        guard let items = pipelines.cache?.items else { return }
        var picture = picture
        picture.appearance = try? await pool?.see(source).appearance
        guard picture.appearance != nil || !picture.digest.isEmpty else { return }
        await items.keep(picture)
    }

    /// Indicates whether a downloaded file of an item contained Content Credentials, as far as is known.
    package func hasManifest(_ id: ItemID) async -> Bool {
        await pipelines.cache?.items?.pictures(.of(id)).contains(where: \.hasManifest) ?? false
    }

    /// Returns pictures that were met, each with its item and the time at which the item was found.
    package func pictures(
        _ query: PictureQuery
    ) async -> [(picture: MetPicture, item: Item, metAt: Date)] {
        guard let items = pipelines.cache?.items else { return [] }
        var found: [(picture: MetPicture, item: Item, metAt: Date)] = []
        for picture in await items.pictures(query) {
            guard let stored = await items.item(picture.item) else { continue }
            found.append((picture, stored.item, stored.metAt))
        }
        return found
    }
}
