internal import ForageCore
internal import JSON

/// Which page of a list is wanted, as the service counts them.
struct FlickrPageNumber {
    let number: Int
    let size: Int

    /// Of a search no more than these are given, whatever its total; further pages repeat the last.
    static let greatestFound = 4_000

    init(_ request: PageRequest) throws(Unanswerable) {
        let text = request.cursor ?? "1"
        guard let number = Int(text), (1...100_000).contains(number) else {
            throw Unanswerable("“\(text)” is not a page of Flickr's; its pages are numbers from 1.")
        }
        self.number = number
        size = request.size
    }

    /// The page behind this one. A page may be short without being the last.
    func next(after photos: JSONValue, of greatestCount: Int) -> String? {
        let pageCount = photos["pages"].flexibleInt ?? photos["total"].amount.map { ($0 - 1) / size + 1 }
        guard let pageCount, number < pageCount, number * size < greatestCount else { return nil }
        return "\(number + 1)"
    }
}
