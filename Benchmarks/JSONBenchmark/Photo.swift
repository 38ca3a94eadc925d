/// What a search result of a photo service comes down to.
struct Photo: Decodable, Equatable {
    struct User: Decodable, Equatable {
        let id: String
        let username: String
        let name: String
        let location: String?
        let portfolio: String?
        let totalPhotos: Int
    }

    struct Addresses: Decodable, Equatable {
        let raw: String
        let full: String
        let regular: String
        let small: String
        let thumb: String
    }

    struct Place: Decodable, Equatable {
        let latitude: Double?
        let longitude: Double?
    }

    let id: String
    let createdAt: String
    let width: Int
    let height: Int
    let color: String?
    let description: String?
    let summary: String?
    let likes: Int
    let score: Double
    let likedByUser: Bool
    let user: User
    let urls: Addresses
    let place: Place
    let tags: [String]
}

struct Page: Decodable, Equatable {
    let total: Int
    let results: [Photo]
}
