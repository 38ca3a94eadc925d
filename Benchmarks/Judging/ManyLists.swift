package import ForageCore
package import ForageSearch
internal import TestPlaces

/// Long lists of many providers, a third of whose items others have too.
package struct ManyLists: Sendable {
    package let lists: [RankedList]

    /// Every item of every list, in no order.
    package let items: [Item]

    package init(providers: Int, items count: Int) {
        var luck = SeededNumbers(seed: 1)
        let names = (0..<providers).compactMap { ProviderID("provider-\($0)") }
        lists = names.map { provider in
            RankedList(
                (0..<count).compactMap { Self.item($0, of: provider, among: providers * count, &luck) })
        }
        items = lists.flatMap(\.items).shuffled(using: &luck)
    }

    private static func item(
        _ number: Int, of provider: ProviderID, among count: Int, _ luck: inout SeededNumbers
    ) -> Item? {
        let isShared = luck.happens(1 / 3)
        let address =
            isShared
            ? "https://pictures.example/photos/\(Int.random(in: 0..<count / 4, using: &luck))"
            : "https://\(provider).example/photos/\(number)"
        guard let page = WebURL(address), let small = WebURL(address + "/small.jpg"),
            let original = WebURL(address + "/original.jpg")
        else { return nil }
        let title = "Barn owl \(Int.random(in: 0..<1_000_000, using: &luck))"
        var draft = Draft(localID: "\(number)", kind: .photo, title: title, page: page)
        draft.renditions = [
            Rendition(.thumbnail, at: small),
            Rendition(.original, at: original, size: PixelSize(width: 1600, height: 1200)),
        ]
        draft.tags = ["owl", "barn", "night"]
        let credit = Attribution(
            title: title, page: page, source: NamedLink(provider.name, "https://pictures.example/"),
            creator: Known(Creator(name: "Ann Lee")), licence: .unknown)
        return Item(draft, credit: credit, from: provider)
    }
}
