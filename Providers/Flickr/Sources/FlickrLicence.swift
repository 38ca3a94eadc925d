internal import ForageCore

extension Licence {
    /// Creates the licence with a number of the service; returns nil if the number is unknown.
    init?(flickr number: Int) {
        guard Self.table.indices.contains(number) else { return nil }
        self = Self.table[number]
    }

    /// Creates a licence of the service: a licence of Creative Commons with its usual name, or another one.
    init(flickrName name: String, url: WebURL?) {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
        let other = Licence(id: words.joined(separator: "-"), name: name, url: url)
        self = url.flatMap { Licence(creativeCommons: $0) } ?? other
    }

    /// Returns the service's numbers for the licences that a filter permits.
    static func flickrNumbers(_ filter: LicenceFilter) throws(ProviderError) -> String {
        let numbers = table.indices.filter { filter.isGranted(by: table[$0]) }
        guard !numbers.isEmpty else { throw .unanswerable("Flickr has no licence that matches \(filter).") }
        return numbers.map { "\($0)" }.joined(separator: ",")
    }

    /// The licences, indexed by the service's numbers. Uploads since June 2025 use version 4.0 of Creative Commons.
    private static let table: [Licence] = [
        ("All Rights Reserved", ""), ("", "by-nc-sa/2.0/"), ("", "by-nc/2.0/"), ("", "by-nc-nd/2.0/"),
        ("", "by/2.0/"), ("", "by-sa/2.0/"), ("", "by-nd/2.0/"),
        ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        ("United States Government Work", "http://www.usa.gov/copyright.shtml"),
        ("", "../publicdomain/zero/1.0/"), ("", "../publicdomain/mark/1.0/"), ("", "by/4.0/"),
        ("", "by-sa/4.0/"),
        ("", "by-nd/4.0/"), ("", "by-nc/4.0/"), ("", "by-nc-sa/4.0/"), ("", "by-nc-nd/4.0/"),
    ].map { name, address in
        let start = name.isEmpty ? "https://creativecommons.org/licenses/" : ""
        return Licence(flickrName: name, url: WebURL((start + address).replacing("licenses/../", with: "")))
    }
}
