internal import ForageCore
internal import JSON

/// A search for the places to which the values of records have moved.
///
/// A value has moved if old records have it and new ones do not. It may be at any path that only the new records have.
/// Among these, the one whose texts, form and name are most similar is chosen; if several are as similar, none is.
struct PathMending {
    private let old: [JSONValue]
    private let new: [JSONValue]
    /// The paths that only the new records have.
    private let found: [Candidate]

    private struct Candidate {
        let tokens: [String]
        let values: [JSONValue]
        let traits: Traits
    }

    private static let greatestRecordCount = 20
    private static let greatestPathCount = 600
    private static let greatestDepth = 5

    /// - Parameters:
    ///   - old: Values that the definition can read.
    ///   - new: Values of the same kind from the new answer.
    ///   - enters: Whether lists inside them are searched, too.
    init(from old: [JSONValue], to new: [JSONValue], enteringLists enters: Bool) {
        self.old = Array(old.prefix(Self.greatestRecordCount))
        self.new = Array(new.prefix(Self.greatestRecordCount))
        var met: Set<[String]> = []
        var paths: [[String]] = []
        for record in self.new {
            Self.visit(record, [], enters) { path in
                if paths.count < Self.greatestPathCount, met.insert(path).inserted { paths.append(path) }
            }
        }
        found = paths.compactMap { [old = self.old, new = self.new] tokens in
            let values = Self.values(at: tokens, in: new)
            guard !values.isEmpty, Self.values(at: tokens, in: old).isEmpty else { return nil }
            return Candidate(tokens: tokens, values: values, traits: Traits(values))
        }
    }

    private static func visit(
        _ value: JSONValue, _ path: [String], _ enters: Bool, _ note: ([String]) -> Void
    ) {
        if !path.isEmpty { note(path) }
        guard path.count < greatestDepth else { return }
        if value.kind == .object {
            for member in value.members.prefix(100) { visit(member.value, path + [member.key], enters, note) }
        } else if value.kind == .array, enters, !path.isEmpty {
            visit(value[0], path + ["0"], enters, note)
        }
    }

    private static func values(at tokens: [String], in records: [JSONValue]) -> [JSONValue] {
        guard let path = AnswerPath(JSONPointer(tokens: tokens).description) else { return [] }
        return records.flatMap { path.values(in: AnswerScope(AnswerReading($0))) }.filter(\.hasContent)
    }

    /// Returns the new paths of values that have moved, by their old paths.
    func moves(of paths: [String]) -> [String: String] {
        let pairs = paths.flatMap { path in
            scored(JSONPointer(path)?.tokens ?? []).map { (old: path, new: $0.tokens, score: $0.score) }
        }
        var moves: [String: String] = [:]
        var taken: Set<[String]> = []
        for pair in pairs.sorted(by: { $0.score > $1.score })
        where moves[pair.old] == nil && !taken.contains(pair.new) {
            moves[pair.old] = JSONPointer(tokens: pair.new).description
            taken.insert(pair.new)
        }
        let wholes = Set(moves.compactMap { WholeMove(from: $0.key, to: $0.value) })
        for path in paths where moves[path] == nil {
            guard let tokens = JSONPointer(path)?.tokens, let traits = isLost(tokens) else { continue }
            let places = Set(wholes.compactMap { $0.place(of: tokens) }).filter { place in
                let values = Self.values(at: place, in: new)
                return !values.isEmpty && traits.fits(Traits(values))
            }
            if let place = places.first, places.count == 1 {
                moves[path] = JSONPointer(tokens: place).description
            }
        }
        return moves
    }

    /// The move of an object, with which its members have moved, too.
    private struct WholeMove: Hashable {
        let old: [String]
        let new: [String]

        /// Returns nil if the name of the member has changed as well.
        init?(from old: String, to new: String) {
            guard let before = JSONPointer(old)?.tokens, let after = JSONPointer(new)?.tokens else {
                return nil
            }
            let kept = zip(before.reversed(), after.reversed()).prefix { $0 == $1 }.count
            guard kept > 0 else { return nil }
            self.old = Array(before.dropLast(kept))
            self.new = Array(after.dropLast(kept))
        }

        func place(of tokens: [String]) -> [String]? {
            tokens.starts(with: old) && tokens.count > old.count ? new + tokens[old.count...] : nil
        }
    }

    /// Indicates whether the new records no longer have a value that the old ones have.
    private func isLost(_ tokens: [String]) -> Traits? {
        let before = Self.values(at: tokens, in: old)
        guard !before.isEmpty, !tokens.isEmpty else { return nil }
        let traits = Traits(before)
        let now = Self.values(at: tokens, in: new)
        return now.isEmpty || !traits.fits(Traits(now)) ? traits : nil
    }

    /// Returns the candidates for a path with their scores; only the best, and none if another is almost as good.
    private func scored(_ tokens: [String]) -> [(tokens: [String], score: Double)] {
        guard let traits = isLost(tokens) else { return [] }
        var scores: [(candidate: Candidate, score: Double)] = []
        var met: Set<[String]> = []
        for candidate in found + longer(tokens) where met.insert(candidate.tokens).inserted {
            guard traits.fits(candidate.traits) else { continue }
            let names = Self.similarity(of: tokens, candidate.tokens)
            let score = 3 * traits.share(in: candidate.traits) + traits.likeness(candidate.traits) + 2 * names
            scores.append((candidate, score - 0.02 * Double(candidate.tokens.count)))
        }
        guard let best = scores.max(by: { $0.score < $1.score }), best.score >= Self.leastScore else {
            return []
        }
        let rivals = scores.filter {
            $0.score > best.score - Self.leastLead && $0.candidate.traits.texts != best.candidate.traits.texts
        }
        return rivals.isEmpty ? [(best.candidate.tokens, best.score)] : []
    }

    private static let leastScore = 1.2
    private static let leastLead = 0.25

    /// Returns the candidates that end as the path does, with steps such as `*` that no visit of the records meets.
    private func longer(_ tokens: [String]) -> [Candidate] {
        tokens.indices.dropFirst().flatMap { start in
            found.compactMap { candidate in
                let longer = candidate.tokens + tokens[start...]
                let values = Self.values(at: longer, in: new)
                guard !values.isEmpty, Self.values(at: longer, in: old).isEmpty else { return nil }
                return Candidate(tokens: longer, values: values, traits: Traits(values))
            }
        }
    }

    /// The similarity of the names on two paths, from 0 to 1.
    private static func similarity(of one: [String], _ other: [String]) -> Double {
        func names(_ tokens: [String]) -> [String] { tokens.filter { $0 != "*" && Int($0) == nil } }
        let (one, other) = (names(one), names(other))
        guard let last = one.last?.nameWords else { return 0 }
        // The text of a value may now be in an object of its name.
        let ends = other.suffix(2).map { overlap(last, $0.nameWords) }
        let end = max(ends.last ?? 0, 0.9 * (ends.first ?? 0))
        return 0.7 * end + 0.3 * overlap(one.flatMap(\.nameWords), other.flatMap(\.nameWords))
    }

    private static func overlap(_ one: [String], _ other: [String]) -> Double {
        let all = Set(one).union(other).count
        return all == 0 ? 0 : Double(Set(one).intersection(other).count) / Double(all)
    }
}

/// The traits of the values at a path, by which they are recognised at another one.
private struct Traits {
    let texts: Set<String>
    private let hosts: Set<String>
    private let endings: Set<String>
    private let holdsAddresses: Bool
    private let holdsNumbers: Bool
    private let holdsFlags: Bool
    private let isList: Bool
    /// The names of the members of objects, or of the objects in lists.
    private let members: Set<String>
    private let length: Double
    private let wordCount: Double

    init(_ values: [JSONValue]) {
        let texts = values.flatMap(\.plainTexts)
        self.texts = Set(texts)
        let addresses = texts.compactMap { $0.contains("://") ? WebURL($0) : nil }
        hosts = Set(addresses.map(\.host))
        endings = Set(
            addresses.compactMap { $0.path.split(separator: ".").last.map { $0.suffix(5).lowercased() } })
        holdsAddresses = !texts.isEmpty && addresses.count == texts.count
        holdsNumbers = !texts.isEmpty && texts.allSatisfy { Double($0) != nil }
        holdsFlags = !texts.isEmpty && texts.allSatisfy { Bool($0) != nil }
        isList = values.contains { $0.kind == .array }
        members = Set(
            values.flatMap { value in
                (value.kind == .array ? value[0] : value).members.prefix(100).map(\.key)
            })
        let count = Double(max(1, texts.count))
        length = Double(texts.reduce(0) { $0 + $1.count }) / count
        wordCount = Double(texts.reduce(0) { $0 + $1.split(separator: " ").count }) / count
    }

    /// Indicates whether values with other traits could be the same ones.
    func fits(_ other: Traits) -> Bool {
        if texts.isEmpty {
            let shared = members.intersection(other.members).count
            return other.texts.isEmpty && shared * 2 >= max(1, members.count)
        }
        return !other.texts.isEmpty && holdsAddresses == other.holdsAddresses
            && holdsNumbers == other.holdsNumbers && holdsFlags == other.holdsFlags
    }

    /// The share of its texts that the other has, too.
    func share(in other: Traits) -> Double {
        if texts.isEmpty {
            return Double(members.intersection(other.members).count) / Double(max(1, members.count))
        }
        return Double(texts.intersection(other.texts).count) / Double(texts.count)
    }

    /// The likeness of the forms, from 0 to 1.
    func likeness(_ other: Traits) -> Double {
        if texts.isEmpty { return isList == other.isList ? 1 : 0 }
        if holdsAddresses {
            return (hosts.isDisjoint(with: other.hosts) ? 0 : 0.5)
                + (endings.isDisjoint(with: other.endings) ? 0 : 0.5)
        }
        func ratio(_ one: Double, _ other: Double) -> Double { min(one, other) / max(one, other, 1) }
        return 0.5 * ratio(length, other.length) + 0.5 * ratio(wordCount, other.wordCount)
    }
}
