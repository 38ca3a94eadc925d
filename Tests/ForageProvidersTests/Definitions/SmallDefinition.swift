import ForageCore
import JSON

@testable import ForageProviders

/// A small definition, and the errors after a change to it.
enum SmallDefinition {
    static let text = """
        {
          "$schema": "urn:forage:definition:1",
          "about": {
            "id": "museum",
            "name": "The Museum",
            "summary": "Its pictures",
            "site": "https://museum.example/",
            "kinds": ["photo"],
            "hosts": ["https://api.museum.example"],
            "keys": [{"name": "apiKey", "variable": "FORAGE_KEY_MUSEUM", "page": "https://museum.example/keys"}]
          },
          "search": {
            "url": "https://api.museum.example/search",
            "query": {"q": "{text}", "page": "{page}", "n": "{size}", "key": "{key.apiKey}"}
          },
          "details": {"url": "https://api.museum.example/works/{id}", "record": ""},
          "paging": {"by": "page"},
          "items": "/works",
          "total": "/count",
          "item": {
            "id": "/id",
            "title": "/title",
            "page": "/url"
          },
          "samples": [
            {
              "request": {"search": "owl"},
              "asks": "https://api.museum.example/search?q=owl&page=1&n=30",
              "body": {"count": 1, "works": [{"id": 7, "title": "Owl", "url": "https://museum.example/7", "by": ["A", "B"]}]},
              "items": [{"id": "7", "title": "Owl", "page": "https://museum.example/7"}],
              "next": null,
              "total": 1
            },
        \(sampleOfDetails)
          ]
        }
        """

    static let sampleOfDetails = """
            {
              "request": {"details": "7"},
              "body": {"id": 7, "title": "Owl", "url": "https://museum.example/7"},
              "items": [{"id": "7", "title": "Owl", "page": "https://museum.example/7"}]
            }
        """

    /// The text with one change.
    static func text(_ old: String, _ new: String) -> String {
        guard let place = text.range(of: old) else { return "nothing reads \(old)" }
        return text.replacingCharacters(in: place, with: new)
    }

    static func definition(_ text: String = text) throws -> Definition {
        try Definition(Array(text.utf8), at: "museum.json")
    }

    /// The error in a text; nil if there is none.
    static func fault(_ text: String) -> String? {
        do throws(DefinitionError) {
            try Definition(Array(text.utf8), at: "museum.json").check()
            return nil
        } catch {
            return error.description
        }
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.first { self[$0...].hasPrefix(part) }.map { $0..<index($0, offsetBy: part.count) }
    }

    fileprivate func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        self[..<range.lowerBound] + other + self[range.upperBound...]
    }
}
