package import ForageCore
internal import JSON
internal import Platform

/// An answer of a service in which items were found.
package struct ServiceAnswer: Sendable {
    fileprivate let provider: ProviderID
    fileprivate let url: WebURL
    fileprivate let body: [UInt8]

    /// - Parameters:
    ///   - provider: The provider that was asked.
    ///   - url: The address of the request, without keys.
    ///   - body: The body, without keys.
    package init(of provider: ProviderID, at url: WebURL, _ body: [UInt8]) {
        self.provider = provider
        self.url = url
        self.body = body
    }
}

extension LicenceEvidence {
    /// The words in which a source of an item states its licence: those of the answer that has the item or, if it has
    /// none, the name of the licence.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - answers: The answers of this run.
    ///   - date: The day of the answers.
    package init?(of source: ItemSource, in answers: [ServiceAnswer], on date: String) {
        guard let licence = source.attribution.licence.fact else { return nil }
        let local = source.id.local
        let answer = answers.last { answer in
            answer.provider == source.provider && answer.body.firstRange(of: Array(local.utf8)) != nil
        }
        guard let answer else {
            self.init(words: licence.name, url: source.pageURL, date: date, digest: nil)
            return
        }
        self.init(
            words: LicenceWords(about: local, in: answer.body)?.text ?? licence.name, url: answer.url,
            date: date,
            digest: (try? Digest.sha256.of(answer.body))?.hex)
    }
}

/// The members of an answer that state the licence of an item.
private struct LicenceWords {
    private(set) var text = ""
    private let local: String
    private var budget = 200_000

    private static let greatestLength = 400
    private static let greatestDepth = 12
    private static let keys = ["licen", "rights", "usageterms", "copyright"]

    /// Finds the smallest object of a JSON answer that has the item's ID; nil if it states no licence.
    init?(about local: String, in body: [UInt8]) {
        self.local = local
        guard let root = try? JSONDocument(body).root, let object = object(in: root, depth: 0) else {
            return nil
        }
        collect(object, depth: 0)
        guard !text.isEmpty else { return nil }
        text = text.printable(upTo: Self.greatestLength)
    }

    private mutating func object(in value: JSONValue, depth: Int) -> JSONValue? {
        guard depth < Self.greatestDepth, budget > 0 else { return nil }
        budget -= 1
        if value.kind == .array {
            for element in value.elements {
                if let object = object(in: element, depth: depth + 1) { return object }
            }
            return nil
        }
        guard value.kind == .object else { return nil }
        var isNamed = false
        for member in value.members {
            if let object = object(in: member.value, depth: depth + 1) { return object }
            isNamed = isNamed || member.value.string == local || member.value.numberAsWritten == local
        }
        return isNamed ? value : nil
    }

    private mutating func collect(_ value: JSONValue, depth: Int) {
        guard depth < Self.greatestDepth, text.utf8.count < Self.greatestLength else { return }
        for member in value.members {
            let name = member.key.lowercased().filter(\.isLetter)
            if Self.keys.contains(where: name.contains) {
                add(member.key, member.value)
            } else {
                collect(member.value, depth: depth + 1)
            }
        }
    }

    private mutating func add(_ key: String, _ value: JSONValue) {
        let plain = value.kind == .object ? value["value"] : value
        let words = plain.string ?? plain.numberAsWritten ?? value["_content"].string
        guard let words, !words.isEmpty else { return }
        text += (text.isEmpty ? "" : "; ") + "\(key): \(words.onOneLine)"
    }
}
