import ForageCore
import TestPlaces

/// Photos with known duplicates: each picture in several sizes at its host, each size from another provider and its own
/// page, together with pictures whose addresses differ as little as possible.
struct PictureSet {
    /// The items, each with the number of its picture.
    let items: [(item: Item, picture: Int)]

    init(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        var items: [(item: Item, picture: Int)] = []
        for picture in 0..<60 {
            let addresses = Self.addresses(
                of: picture, at: Host.allCases[picture % Host.allCases.count], using: &random)
            for (number, address) in addresses.prefix(Int.random(in: 1...3, using: &random)).enumerated() {
                let provider: ProviderID = ["a", "b", "c"][number]
                let item = try Item.picture(provider, "\(picture)") { draft in
                    let role = Rendition.Role.allCases.filter { $0 != .icon }.randomElement(using: &random)
                    draft.renditions = [Rendition(role ?? .full, at: address)]
                }
                items.append((item, picture))
            }
        }
        self.items = items.shuffled(using: &random)
    }

    /// The items of each provider, in the order of the set.
    var lists: [[Item]] {
        Dictionary(grouping: items.map(\.item), by: \.id.provider).sorted { $0.key < $1.key }.map(\.value)
    }

    private enum Host: CaseIterable {
        case unsplash, flickr, wikimedia, cloudinary, chicago, other
    }

    private static func addresses(of picture: Int, at host: Host, using random: inout SeededNumbers)
        -> [WebURL]
    {
        let number = 50_000 + picture
        let texts: [String] =
            switch host {
            case .unsplash:
                [
                    "https://images.unsplash.com/photo-\(number)-ab?w=400&q=80&fm=jpg",
                    "https://images.unsplash.com/photo-\(number)-ab?ixid=\(random.next())&ixlib=rb-4.0.3&fit=crop&h=1080",
                    "http://images.unsplash.com/photo-\(number)-ab",
                ]
            case .flickr:
                [
                    "https://live.staticflickr.com/65535/\(number)_0a1b2c3d4e_b.jpg",
                    "https://farm8.staticflickr.com/7/\(number)_0a1b2c3d4e.jpg",
                    "https://live.staticflickr.com/65535/\(number)_ffeeddccbb_o.png",
                ]
            case .wikimedia:
                [
                    "https://upload.wikimedia.org/wikipedia/commons/a/a\(picture % 10)/Owl_\(number).jpg",
                    "https://upload.wikimedia.org/wikipedia/commons/thumb/a/a\(picture % 10)/Owl_\(number).jpg/320px-Owl_\(number).jpg",
                    "https://upload.wikimedia.org/wikipedia/commons/thumb/a/a\(picture % 10)/Owl_\(number).jpg/640px-Owl_\(number).jpg?v=2",
                ]
            case .cloudinary:
                [
                    "https://res.cloudinary.com/demo/image/upload/owls/\(number).jpg",
                    "https://res.cloudinary.com/demo/image/upload/w_400,h_300,c_fill/v1312/owls/\(number).jpg",
                    "https://res.cloudinary.com/demo/image/upload/q_auto/w_90/owls/\(number).jpg",
                ]
            case .chicago:
                [
                    "https://www.artic.edu/iiif/2/\(number)-ab/full/843,/0/default.jpg",
                    "https://www.artic.edu/iiif/2/\(number)-ab/full/200,/0/default.jpg",
                    "https://www.artic.edu/iiif/2/\(number)-ab/full/max/0/default.jpg",
                ]
            case .other: ["https://owls.example/picture?id=\(number)&w=400"]
            }
        return texts.compactMap { WebURL($0) }
    }
}
