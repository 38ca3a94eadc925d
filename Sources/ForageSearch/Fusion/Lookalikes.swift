internal import ForageCore

/// Which photos of different services are the same picture by their looks, said by the services or seen by thumbnails.
///
/// Shots that a maker took one after the other look alike, so being near is not enough: of all that two services bring,
/// two photos must be clearly the nearest to each other. Whatever a third brings changes nothing about that: what was
/// looked at counts only between two services who are to be compared for what they bring themselves.
struct Lookalikes {
    /// By the place of a photo, counted through all lists, keys that it and one that is the same alone have.
    private(set) var keys: [Int: [String]] = [:]
    /// What was looked at; nil where nothing was.
    private let candidates: Candidates?

    /// How far copies of a picture are apart at most. Those in other sizes are seldom further; what a maker took next
    /// is, where the camera moved by a twenty-fifth of the picture.
    private static let tolerance = 0.12
    /// How many times as far away anything else has to be.
    private static let clearance = 1.5

    /// - Parameters:
    ///   - lists: What each service brings.
    ///   - addressKeys: What tells by addresses that two items are the same, of all lists one after the other.
    init(in lists: [RankedList], _ addressKeys: [[String]]) {
        candidates = lists.contains { !$0.looks.isEmpty } ? Candidates(in: lists) : nil
        var makers: [String: [Photo]] = [:]
        var start = 0
        for (listPlace, list) in lists.enumerated() {
            var met: Set<String> = []
            for place in list.items.indices {
                // What a service repeats is not another that looks the same.
                guard let look = list.look(ofItemAt: place),
                    let appearance = Appearance(list.items[place], look),
                    met.insertAll(addressKeys[start + place])
                else { continue }
                makers[appearance.maker, default: []].append(
                    Photo(
                        place: start + place, list: listPlace, name: list.items[place].id.description,
                        isTold: list.items[place].blurHash != nil, appearance: appearance))
            }
            start += list.items.count
        }
        for photos in makers.values where photos.count > 1 { match(photos) }
    }

    private struct Photo {
        let place: Int
        let list: Int
        let name: String
        /// Whether its service says how it looks.
        let isTold: Bool
        let appearance: Appearance
    }

    /// What is nearest to a photo in one list, and how far away the next is.
    private struct Nearest {
        var photo: Int
        var distance: Double
        var next = Double.infinity

        mutating func note(_ photo: Int, at distance: Double) {
            if distance < self.distance {
                next = self.distance
                (self.photo, self.distance) = (photo, distance)
            } else {
                next = min(next, distance)
            }
        }

        var isClear: Bool { distance <= Lookalikes.tolerance && next > distance * Lookalikes.clearance }
    }

    private mutating func match(_ photos: [Photo]) {
        let nearest = nearest(of: photos.sorted { $0.appearance.lightness < $1.appearance.lightness })
        let byPlace = Dictionary(uniqueKeysWithValues: photos.map { ($0.place, $0) })
        for photo in photos {
            for near in (nearest[photo.place] ?? [:]).values where near.photo > photo.place && near.isClear {
                guard let other = byPlace[near.photo], let back = nearest[other.place]?[photo.list],
                    back.photo == photo.place, back.isClear
                else { continue }
                let key =
                    photo.name < other.name
                    ? "\(photo.name) \(other.name)" : "\(other.name) \(photo.name)"
                keys[photo.place, default: []].append(key)
                keys[other.place, default: []].append(key)
            }
        }
    }

    private func areToBeCompared(_ one: Photo, _ other: Photo) -> Bool {
        one.isTold && other.isTold
            || candidates?.include(one.appearance.maker, one.list, other.list) ?? false
    }

    /// For each photo the nearest in each other list, of those that are about as light.
    private func nearest(of photos: [Photo]) -> [Int: [Int: Nearest]] {
        var nearest: [Int: [Int: Nearest]] = [:]
        func note(_ other: Photo, at distance: Double, of photo: Photo) {
            nearest[photo.place, default: [:]][
                other.list, default: Nearest(photo: other.place, distance: .infinity)
            ].note(other.place, at: distance)
        }
        for (place, one) in photos.enumerated() {
            for other in photos[(place + 1)...] {
                if other.appearance.lightness - one.appearance.lightness > Appearance.greatestStep { break }
                guard one.list != other.list, areToBeCompared(one, other),
                    let distance = one.appearance.distance(to: other.appearance)
                else { continue }
                note(other, at: distance, of: one)
                note(one, at: distance, of: other)
            }
        }
        return nearest
    }
}

extension Set<String> {
    /// Adds keys; false where one of them was there.
    mutating func insertAll(_ keys: [String]) -> Bool {
        let areNew = isDisjoint(with: keys)
        formUnion(keys)
        return areNew
    }
}
