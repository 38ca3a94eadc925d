internal import ForageCore
internal import JSON

/// Guesses which field of a record is which part of an item, by names and values.
struct FieldGuess {
    private let survey: AnswerSurvey

    init(_ survey: AnswerSurvey) { self.survey = survey }

    typealias Field = AnswerSurvey.Field

    var id: Field? {
        best(least: 2) { field in
            guard !field.isList, !field.holdsAddresses, !field.path.contains("@") else { return nil }
            let name = field.score([
                "id": 8, "uuid": 7, "identifier": 7, "pageid": 8, "objectid": 8, "guid": 5, "key": 4,
                "number": 3, "ident": 4, "slug": 3,
            ])
            return name.map {
                $0 + isUnique(field) * 3 - strangeness(field, Self.others) * 6 - Double(field.depth) * 2
            }
        }
    }

    var title: Field? {
        best(least: 1) { field in
            guard !field.isNumber, !field.holdsAddresses, field.holdsWords else { return nil }
            let name = field.score([
                "title": 10, "headline": 8, "name": 6, "label": 5, "caption": 6, "guess": 4,
                "scientificname": 7,
                "displaytitle": 10, "trackname": 8, "description": 2, "alt": 2, "summary": 1, "tags": 1,
            ])
            return name.map {
                $0 + isUnique(field) * 2 + isPresent(field) * 3 - strangeness(
                    field, Self.others + Self.notTitles) * 5
                    - Double(field.depth) * 0.8
            }
        }
    }

    var page: Field? {
        let id = id?.texts ?? []
        return best(least: 4) { field in
            guard field.holdsAddresses, !field.holdsPictures else { return nil }
            let name = field.score([
                "page": 6, "permalink": 8, "landing": 8, "web": 5, "html": 4, "link": 5, "url": 4, "uri": 4,
                "guid": 3,
                "href": 3, "shown": 5, "record": 2, "descriptionurl": 9, "pageurl": 8, "weburl": 8,
            ])
            guard let name else { return nil }
            let naming = zip(field.texts, id).filter { $0.contains($1) }.count
            let isNamed = !id.isEmpty && naming * 2 > field.texts.count
            let isForPrograms = field.texts.contains {
                $0.contains("://api.") || $0.contains("/api/") || $0.hasSuffix(".json")
            }
            return name + isUnique(field) * 3 + isPresent(field) * 2 + (isNamed ? 4 : 0)
                - (isForPrograms ? 6 : 0)
                - strangeness(field, Self.others + Self.notPages) * 6 - Double(field.depth) * 0.6
        }
    }

    /// The files with a picture, the most likely first.
    var pictures: [Field] {
        let pagePath = page?.path
        let scored = survey.fields.compactMap { field -> (Field, Double)? in
            guard field.holdsAddresses || field.holdsRelativePictures, field.path != pagePath else {
                return nil
            }
            let name =
                field.score([
                    "image": 4, "img": 4, "picture": 4, "photo": 4, "thumbnail": 4, "thumb": 4, "preview": 3,
                    "src": 3,
                    "poster": 3, "artwork": 3, "url": 1, "href": 1, "media": 2, "original": 2, "full": 2,
                    "large": 2,
                    "medium": 2, "small": 1, "square": 1, "content": 1, "uri": 1, "shown": 2, "identifier": 1,
                    "thumburl": 5, "teaser": 2, "link": 0.5,
                ]) ?? 0
            let context =
                field.context.intersection([
                    "image", "images", "photo", "photos", "media", "thumbnail", "thumbnails", "web", "print",
                    "picture",
                    "files", "raster", "multimedia", "observation",
                ]).isEmpty ? 0.0 : 3
            let score =
                name + context
                + (field.holdsPictures || field.holdsRelativePictures ? 6 : field.mentionsPictures ? 2.5 : 0)
                - strangeness(
                    field, Self.others + ["avatar", "license", "licence", "rights", "profile", "social"]) * 8
                - Double(field.depth) * 0.3 + isPresent(field) * 2
            return score >= 5 ? (field, score) : nil
        }
        return scored.sorted { $0.1 > $1.1 }.map(\.0)
    }

    /// A field of HTML with a picture in it.
    var markupWithPicture: Field? {
        survey.fields.first { field in field.texts.contains { $0.contains("<img ") && $0.contains("src=") } }
    }

    var creator: Field? {
        best(least: 5) { field in
            guard !field.isNumber, !field.holdsAddresses, field.holdsWords else { return nil }
            let people: Set = [
                "artist", "artists", "author", "authors", "creator", "creators", "photographer", "maker",
                "owner", "user",
                "by", "attribution", "credit", "contributor", "username", "byline", "login", "makers",
                "constituents",
            ]
            let isNamed = !people.isDisjoint(with: field.words)
            guard isNamed || !people.isDisjoint(with: field.context) else { return nil }
            let isName = !Set(field.words).isDisjoint(with: [
                "name", "login", "username", "fullname", "names", "display", "title",
            ])
            let last = strangeness(
                field,
                [
                    "id", "url", "gender", "nationality", "date", "bio", "role", "rank", "begin", "end",
                    "prefix", "suffix", "type", "icon", "count", "line", "sort", "alpha", "autocomplete",
                    "exact",
                ])
            return (isNamed ? 6 : 3) + (isName ? 3 : 0) - last * 6 - Double(field.depth) * 0.5
                + isPresent(field)
        }
    }

    var licence: (part: String, field: Field)? {
        let known = survey.fields.first { field in
            field.texts.contains { $0.contains("creativecommons.org") || $0.contains("rightsstatements.org") }
                && field.holdsAddresses
        }
        if let known { return ("url", known) }
        let named = best(least: 1) { field in
            guard !field.isNumber, !field.holdsAddresses, field.holdsWords else { return nil }
            return field.score(["license": 6, "licence": 6, "rights": 5, "copyright": 3, "access": 2])
                .map { $0 - Double(field.depth) }
        }
        return named.map { ("name", $0) }
    }

    var summary: Field? {
        best(least: 3) { field in
            guard !field.isNumber, !field.holdsAddresses, field.holdsWords, field.path != title?.path else {
                return nil
            }
            return field.score(["description": 6, "summary": 6, "caption": 4, "alt": 3]).map {
                $0 - Double(field.depth) - strangeness(field, Self.others) * 6
            }
        }
    }

    var published: Field? {
        best(least: 2) { field in
            guard field.texts.contains(where: { DateForm.any.date($0) != nil }) else { return nil }
            return field.score([
                "date": 4, "created": 5, "published": 6, "taken": 4, "uploaded": 4, "at": 2, "timestamp": 2,
            ])
            .map {
                $0 - Double(field.depth) - strangeness(field, ["updated", "modified", "added", "edited"]) * 2
            }
        }
    }

    var tags: Field? {
        best(least: 3) { field in
            guard !field.holdsAddresses, field.holdsWords else { return nil }
            return field.score(["tags": 6, "keywords": 6, "subjects": 5, "tag": 4]).map {
                $0 - Double(field.depth)
            }
        }
    }

    /// Returns the field with the width or height of a picture: the nearest to it with that name.
    func side(_ name: String, of picture: Field) -> Field? {
        let folder = picture.path.split(separator: "/").dropLast()
        return survey.fields.filter { field in
            field.words.contains { $0.hasSuffix(name) } && field.texts.allSatisfy { Int($0) != nil }
                && field.path.split(separator: "/").dropLast() == folder
        }.max { shared($0, picture) < shared($1, picture) }
    }

    /// The pointer to the total number of items, if there is one.
    var total: String? {
        survey.numbers.first { path in
            let words = path.nameWords
            return !Set(words).isDisjoint(with: ["total", "totalhits", "count", "hits", "found", "numfound"])
                && Set(words).isDisjoint(with: ["page", "pages", "per", "facets", "facet"])
        }
    }

    // MARK: - Scores

    private static let others = [
        "user", "author", "artist", "artists", "creator", "creators", "owner", "channel", "account",
        "contributor",
        "collection", "collections", "taxon", "comments", "comment", "identifications", "associations",
        "profile",
        "photographer", "maker", "constituents", "related", "node", "nodes", "projects", "publisher", "agent",
        "concept",
        "timespan", "subject", "dataset", "provider", "sponsor", "usage", "globalusage", "charities", "fonts",
        "wikidata",
        "ulan", "ident", "exhibitions", "citations", "labels", "museum",
    ]
    private static let notTitles = [
        "sort", "type", "category", "class", "kingdom", "series", "file", "filename", "language", "culture",
        "credit",
        "short", "usage", "place", "location", "unit", "font", "original", "mode", "role", "status", "format",
        "etag",
        "link", "links", "data", "source", "period", "dynasty", "license", "licence", "rights", "country",
        "term",
        "iconic", "gadm", "level", "extmetadata", "default", "object", "accepted", "guess", "generic",
    ]
    private static let notPages = [
        "image", "thumb", "thumbnail", "preview", "license", "licence", "rights", "download", "icon", "wiki",
        "wikipedia",
        "source", "media", "avatar", "api", "self", "build", "shown by", "teaser", "account", "style",
        "donate", "square",
        "twitter", "medium", "large",
    ]

    private func best(least: Double, _ score: (Field) -> Double?) -> Field? {
        let scored = survey.fields.compactMap { field in score(field).map { (field, $0) } }
        // The first of several equal fields is preferred.
        let top = scored.map(\.1).max() ?? -.infinity
        return top >= least ? scored.first { $0.1 == top }?.0 : nil
    }

    private func isUnique(_ field: Field) -> Double { Set(field.texts).count == field.texts.count ? 1 : 0 }

    private func isPresent(_ field: Field) -> Double {
        Double(field.texts.count) / Double(max(1, survey.records.count))
    }

    /// Returns the number of words that tell that a field is about something else.
    private func strangeness(_ field: Field, _ words: [String]) -> Double {
        Double(min(2, Set(words).intersection(field.context.union(field.words)).count))
    }

    private func shared(_ one: Field, _ other: Field) -> Int {
        Set(one.words).intersection(other.words).count * 10 - one.words.count
    }
}

extension AnswerSurvey.Field {
    /// The greatest weight of a word in the name; nil if there is none.
    fileprivate func score(_ weights: [String: Double]) -> Double? {
        let whole = words.joined()
        return (words + [whole]).compactMap { weights[$0] }.max()
            ?? weights.filter { $0.key.count > 3 && whole.hasSuffix($0.key) }.values.max()
    }

    /// Indicates whether the values are web addresses.
    var holdsAddresses: Bool {
        !texts.isEmpty && texts.allSatisfy { WebURL($0) != nil && $0.contains("://") }
    }

    /// Indicates whether the values have words, and not only numbers.
    fileprivate var holdsWords: Bool { texts.contains { $0.contains(where: \.isLetter) } }

    /// Indicates whether most values are addresses of pictures.
    fileprivate var holdsPictures: Bool {
        // The page of a picture may have its name.
        words.joined() != "descriptionurl" && texts.filter(\.endsLikePicture).count * 2 > texts.count
    }

    /// Indicates whether the values are addresses without a host.
    var holdsRelativePictures: Bool {
        !texts.isEmpty
            && texts.allSatisfy { text in
                (text.hasPrefix("/") || text.hasPictureEnding) && !text.contains(" ") && !text.contains("://")
            }
            && !Set(words).isDisjoint(with: [
                "image", "images", "img", "picture", "photo", "thumbnail", "thumb",
            ])
    }

    /// Indicates whether the addresses have something to do with pictures.
    fileprivate var mentionsPictures: Bool {
        texts.contains { text in
            [
                "iiif", "image", "img", "photo", "thumb", "media", "static", "cdn", "googleusercontent",
                "ggpht",
            ].contains(
                where: text.lowercased().contains)
        }
    }
}

extension String {
    fileprivate var endsLikePicture: Bool {
        WebURL(self)?.path.hasPictureEnding ?? false
    }

    fileprivate var hasPictureEnding: Bool {
        [".jpg", ".jpeg", ".png", ".gif", ".webp", ".svg", ".tif", ".tiff", ".avif"].contains(
            where: lowercased().hasSuffix)
    }
}
