internal import ForageCore

extension Licence {
    /// Creates the licence with a number of the service; returns nil if the number is unknown.
    init?(flickr number: Int) {
        guard Self.table.indices.contains(number) else { return nil }
        self = Self.table[number]
    }

    /// Creates the licence with a number from the service's own table.
    init?(flickr number: Int, in table: Field) {
        let entry = table["licenses"]["license"].elements.first { $0["id"].int == number }
        guard let entry, let name = entry["name"].line else { return nil }
        self.init(flickrName: name, url: entry["url"].webURL)
    }

    /// Creates a licence with the short name of a Creative Commons licence, or else the service's name.
    private init(flickrName name: String, url: WebURL?) {
        if let url, let known = Licence(creativeCommons: url) {
            self = known
        } else {
            let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
            self.init(id: words.joined(separator: "-"), name: name, url: url)
        }
    }

    /// Returns the service's numbers for the licences that a filter permits.
    static func flickrNumbers(_ filter: LicenceFilter) throws(ProviderError) -> String {
        let numbers = table.indices.filter { filter.isGranted(by: table[$0]) }
        guard !numbers.isEmpty else { throw .unanswerable("Flickr has no licence that is \(filter).") }
        return numbers.map { "\($0)" }.joined(separator: ",")
    }

    /// The licences, indexed by the service's numbers. Uploads since June 2025 use version 4.0 of Creative Commons.
    private static let table: [Licence] = {
        let old = ["by-nc-sa", "by-nc", "by-nc-nd", "by", "by-sa", "by-nd"].map { "licenses/\($0)/2.0/" }
        let new = ["by", "by-sa", "by-nd", "by-nc", "by-nc-sa", "by-nc-nd"].map { "licenses/\($0)/4.0/" }
        func commons(_ paths: [String]) -> [Licence] {
            paths.map { Licence(flickrName: $0, url: WebURL("https://creativecommons.org/\($0)")) }
        }
        let others = [
            Licence(
                flickrName: "No known copyright restrictions", url: "https://www.flickr.com/commons/usage/"),
            Licence(flickrName: "United States Government Work", url: "http://www.usa.gov/copyright.shtml"),
        ]
        return [Licence(flickrName: "All Rights Reserved", url: nil)] + commons(old) + others
            + commons(["publicdomain/zero/1.0/", "publicdomain/mark/1.0/"] + new)
    }()
}
