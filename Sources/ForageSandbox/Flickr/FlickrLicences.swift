/// The table of licences, in no order, as the service gives it.
enum FlickrLicences {
    static let table: JSONLiteral = [
        "license": .array(
            entries.map { id, name, url in
                ["id": .string("\(id)"), "name": .string(name), "url": .string(url)]
            })
    ]

    private static let commons = "https://creativecommons.org"

    private static let entries = [
        (0, "All Rights Reserved", ""),
        (4, "Attribution License", "\(commons)/licenses/by/2.0/"),
        (6, "Attribution-NoDerivs License", "\(commons)/licenses/by-nd/2.0/"),
        (3, "Attribution-NonCommercial-NoDerivs License", "\(commons)/licenses/by-nc-nd/2.0/"),
        (2, "Attribution-NonCommercial License", "\(commons)/licenses/by-nc/2.0/"),
        (1, "Attribution-NonCommercial-ShareAlike License", "\(commons)/licenses/by-nc-sa/2.0/"),
        (5, "Attribution-ShareAlike License", "\(commons)/licenses/by-sa/2.0/"),
        (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
        (8, "United States Government Work", "http://www.usa.gov/copyright.shtml"),
        (9, "Public Domain Dedication (CC0)", "\(commons)/publicdomain/zero/1.0/"),
        (10, "Public Domain Mark", "\(commons)/publicdomain/mark/1.0/"),
        (11, "CC BY 4.0", "\(commons)/licenses/by/4.0/"),
        (12, "CC BY-SA 4.0", "\(commons)/licenses/by-sa/4.0/"),
        (13, "CC BY-ND 4.0", "\(commons)/licenses/by-nd/4.0/"),
        (14, "CC BY-NC 4.0", "\(commons)/licenses/by-nc/4.0/"),
        (15, "CC BY-NC-SA 4.0", "\(commons)/licenses/by-nc-sa/4.0/"),
        (16, "CC BY-NC-ND 4.0", "\(commons)/licenses/by-nc-nd/4.0/"),
    ]
}
