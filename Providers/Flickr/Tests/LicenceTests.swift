import Flickr
import ForageCore
import Testing

@Suite("Flickr's licences")
struct LicenceTests {
    private func licence(_ number: String) throws -> Licence? {
        let body = #"{"photos":{"photo":[{"id":"1","owner":"1@N00","license":\#(number)}]},"stat":"ok"}"#
        let step = try FlickrProvider().decode(Response(body: Array(body.utf8)), for: Sample.search())
        return try step.drafts.first?.licence
    }

    @Test(
        "each number has a name and a page",
        arguments: [
            ("\"0\"", "all-rights-reserved", "All Rights Reserved", nil),
            ("1", "cc-by-nc-sa-2.0", "CC BY-NC-SA 2.0", "https://creativecommons.org/licenses/by-nc-sa/2.0/"),
            ("\"2\"", "cc-by-nc-2.0", "CC BY-NC 2.0", "https://creativecommons.org/licenses/by-nc/2.0/"),
            ("3", "cc-by-nc-nd-2.0", "CC BY-NC-ND 2.0", "https://creativecommons.org/licenses/by-nc-nd/2.0/"),
            ("4", "cc-by-2.0", "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/"),
            ("5", "cc-by-sa-2.0", "CC BY-SA 2.0", "https://creativecommons.org/licenses/by-sa/2.0/"),
            ("6", "cc-by-nd-2.0", "CC BY-ND 2.0", "https://creativecommons.org/licenses/by-nd/2.0/"),
            (
                "7", "no-known-copyright-restrictions", "No known copyright restrictions",
                "https://www.flickr.com/commons/usage/"
            ),
            (
                "8", "united-states-government-work", "United States Government Work",
                "http://www.usa.gov/copyright.shtml"
            ),
            ("9", "cc0-1.0", "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
            (
                "10", "pdm-1.0", "Public Domain Mark 1.0",
                "https://creativecommons.org/publicdomain/mark/1.0/"
            ),
            ("11", "cc-by-4.0", "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
            ("\"12\"", "cc-by-sa-4.0", "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
            ("13", "cc-by-nd-4.0", "CC BY-ND 4.0", "https://creativecommons.org/licenses/by-nd/4.0/"),
            ("14", "cc-by-nc-4.0", "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
            (
                "15", "cc-by-nc-sa-4.0", "CC BY-NC-SA 4.0",
                "https://creativecommons.org/licenses/by-nc-sa/4.0/"
            ),
            (
                "16", "cc-by-nc-nd-4.0", "CC BY-NC-ND 4.0",
                "https://creativecommons.org/licenses/by-nc-nd/4.0/"
            ),
        ])
    func known(number: String, id: String, name: String, url: String?) throws {
        let licence = try #require(try licence(number))
        #expect(licence == Licence(id: id, name: name, url: url.flatMap { WebURL($0) }))
    }

    @Test(
        "an unknown number is not a licence",
        arguments: ["17", "-1", "\"\"", "null", "\"four\"", "1e99"])
    func unknown(number: String) throws { #expect(try licence(number) == nil) }

    @Test("a number that is not in the table is reported as a change", arguments: [("16", 0), ("17", 1)])
    func reported(number: String, count: Int) throws {
        let body = #"{"photos":{"photo":[{"id":"1","owner":"1@N00","license":\#(number)}]},"stat":"ok"}"#
        let step = try FlickrProvider().decode(Response(body: Array(body.utf8)), for: Sample.search())
        guard case .page(let page) = step else { throw ProviderError.unanswerable("no page") }
        #expect(page.drift.count { $0.path == "/photos/photo/*/license" } == count)
    }
}
