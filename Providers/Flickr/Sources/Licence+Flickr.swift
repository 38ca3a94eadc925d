internal import ForageCore
internal import JSON

extension Licence {
    /// The licence that the service gives this number; nil for one that is younger than this table.
    init?(flickr number: Int) {
        guard Self.table.indices.contains(number) else { return nil }
        self = Self.table[number]
    }

    /// The service's numbers of the licences that are wanted, as far as they are known here.
    static func flickrNumbers(_ wish: LicenceWish) -> [Int] {
        table.indices.filter { wish.isGranted(by: table[$0]) }
    }

    /// The licence of this number in the service's own table.
    init?(flickr number: Int, in table: JSONValue) {
        let entry = table["licenses"]["license"].elements.first { $0["id"].flexibleInt == number }
        guard let entry, let name = entry["name"].content else { return nil }
        self.init(name: name, url: entry["url"].webURL)
    }

    /// Calls the licences of Creative Commons by their short names, others as the service does.
    private init(name: String, url: WebURL?) {
        if let url, let known = Licence(creativeCommons: url) {
            self = known
        } else {
            let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }
            self.init(id: words.joined(separator: "-"), name: name, url: url)
        }
    }

    /// By the service's numbers.
    private static let table = [
        ("All Rights Reserved", ""),
        ("Attribution-NonCommercial-ShareAlike License", "\(commons)/licenses/by-nc-sa/2.0/"),
        ("Attribution-NonCommercial License", "\(commons)/licenses/by-nc/2.0/"),
        ("Attribution-NonCommercial-NoDerivs License", "\(commons)/licenses/by-nc-nd/2.0/"),
        ("Attribution License", "\(commons)/licenses/by/2.0/"),
        ("Attribution-ShareAlike License", "\(commons)/licenses/by-sa/2.0/"),
        ("Attribution-NoDerivs License", "\(commons)/licenses/by-nd/2.0/"),
        ("No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        ("United States Government Work", "http://www.usa.gov/copyright.shtml"),
        ("Public Domain Dedication (CC0)", "\(commons)/publicdomain/zero/1.0/"),
        ("Public Domain Mark", "\(commons)/publicdomain/mark/1.0/"),
        // Uploads since June 2025 have the fourth version.
        ("Attribution 4.0", "\(commons)/licenses/by/4.0/"),
        ("Attribution-ShareAlike 4.0", "\(commons)/licenses/by-sa/4.0/"),
        ("Attribution-NoDerivs 4.0", "\(commons)/licenses/by-nd/4.0/"),
        ("Attribution-NonCommercial 4.0", "\(commons)/licenses/by-nc/4.0/"),
        ("Attribution-NonCommercial-ShareAlike 4.0", "\(commons)/licenses/by-nc-sa/4.0/"),
        ("Attribution-NonCommercial-NoDerivs 4.0", "\(commons)/licenses/by-nc-nd/4.0/"),
    ].map { Licence(name: $0, url: WebURL($1)) }

    private static let commons = "https://creativecommons.org"
}
