/// Prints answers of Openverse, one like another save for names.
enum PicturePress {
    static func body(count: Int) -> [UInt8] {
        let pictures = (0..<count).map(picture).joined(separator: ",")
        return Array(
            #"{"result_count":240,"page_count":12,"page_size":20,"page":1,"results":[\#(pictures)]}"#.utf8)
    }

    private static func picture(_ number: Int) -> String {
        let tags = ["owl", "barn", "dusk", "field", "bird", "wings", "night", "tyto alba"].map {
            #"{"name":"\#($0) \#(number)","accuracy":null,"unstable__provider":"flickr"}"#
        }
        return """
            {"id":"6f1f3a1e-0c5b-4d7c-9a55-1f0b5b3c\(1000 + number)","title":"Barn owl \(number) at dusk",
            "indexed_on":"2023-01-05T12:10:31.812Z","foreign_landing_url":"https://www.flickr.com/photos/marta/\(number)",
            "url":"https://live.staticflickr.example/65535/\(number)_b.jpg","creator":"Marta Ekholm",
            "creator_url":"https://www.flickr.com/photos/marta","license":"by-nc","license_version":"2.0",
            "license_url":"https://creativecommons.org/licenses/by-nc/2.0/","provider":"flickr","source":"flickr",
            "category":"photograph","filesize":183311,"filetype":"jpg","tags":[\(tags.joined(separator: ","))],
            "attribution":"Barn owl \(number) by Marta Ekholm is licensed under CC BY-NC 2.0.","fields_matched":["title"],
            "mature":false,"height":683,"width":1024,
            "thumbnail":"https://api.openverse.org/v1/images/\(number)/thumb/",
            "detail_url":"https://api.openverse.org/v1/images/\(number)/",
            "related_url":"https://api.openverse.org/v1/images/\(number)/related/"}
            """
    }
}
