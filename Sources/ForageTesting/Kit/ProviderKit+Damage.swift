internal import ForageCore
internal import JSON

extension ProviderKit {
    func failuresTakenForEmptiness(_ sample: SampleAnswer) -> [String] {
        let bodies = [
            "an empty body": "", "a web page": "<!DOCTYPE html><html><p>Sorry</p></html>",
            "plain text": "Rate limit exceeded", "half an object": "{\"", "somebody else's JSON": "{}",
        ]
        return bodies.sorted { $0.key < $1.key }.compactMap { name, body in
            decode(Array(body.utf8), of: sample).page.map { _ in "\(name) is taken for an answer." }
        }
    }

    /// Cuts the body in fifty places.
    func itemsOfNothing(_ sample: SampleAnswer) -> [String] {
        let body = sample.body.dropLast(sample.body.reversed().prefix { $0 <= 0x20 }.count)
        let known = Set(drafts(sample).map(\.localID))
        return stride(from: 1, to: body.count, by: max(1, body.count / 50)).flatMap { length in
            let prefix = Array(body.prefix(length))
            guard let page = decode(prefix, of: sample, completeness: .cutOff).page else { return [String]() }
            let unknown = Set(page.drafts.map(\.localID)).subtracting(known).sorted()
            return unknown.map { "cut off at byte \(length), it gives \($0), which the whole has not." }
                + (page.damage == nil ? ["cut off at byte \(length), it does not say so."] : [])
        }
    }

    /// Puts a number in the place of each record in turn.
    func recordsCostingOthers(_ sample: SampleAnswer) -> [String] {
        guard let path = sample.recordPath else { return [] }
        guard let list = JSONPointer(path), let document = try? JSONDocument(sample.body),
            document.root[list].kind == .array
        else { return ["there is no list at \(path)."] }
        let count = drafts(sample).count
        return document.root[list].elements.compactMap { record in
            let page = decode(sample.replacing(record, with: "7"), of: sample).page
            let rest = page?.drafts.count ?? 0
            if rest < count - 1 { return "\(record.pointer) costs \(count - rest) items." }
            return page?.drift.isEmpty == true ? "\(record.pointer) can be lost without a word." : nil
        }
    }

    /// Puts values of every type in the place of each value in turn.
    func brokenByAField(_ sample: SampleAnswer) -> [String] {
        let strangers = ["null", "-1", "\"\"", "\"<b>\\u0000\"", "[7]", "{}"]
        guard let document = try? JSONDocument(sample.body) else { return ["it is not JSON."] }
        return document.root.descendants(atMost: 300).flatMap { value in
            strangers.flatMap { stranger in
                let page = decode(sample.replacing(value, with: stranger), of: sample).page
                return flaws(in: page?.drafts ?? []).map { "with \(stranger) at \(value.pointer), \($0)" }
            }
        }
    }
}

extension SampleAnswer {
    fileprivate func replacing(_ value: JSONValue, with text: String) -> [UInt8] {
        var copy = body
        copy.replaceSubrange(value.byteRange, with: Array(text.utf8))
        return copy
    }
}

extension JSONValue {
    /// The values inside this one, nearest first.
    fileprivate func descendants(atMost limit: Int) -> [JSONValue] {
        var found = [self]
        var place = 0
        while place < found.count, found.count < limit {
            found += found[place].members.map(\.value) + found[place].elements
            place += 1
        }
        return Array(found.dropFirst().prefix(limit))
    }
}
