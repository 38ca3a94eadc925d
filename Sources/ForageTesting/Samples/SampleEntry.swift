internal import ForageCore
internal import JSON

/// One entry of `samples.json`.
struct SampleEntry {
    private let entry: JSONValue
    private let name: String

    init(_ entry: JSONValue) throws(SampleFault) {
        self.entry = entry
        guard let name = entry["name"].text else { throw SampleFault("a sample needs a \"name\".") }
        self.name = name
        if let member = entry.members.first(where: { !Self.keys.contains($0.key) }) {
            let nearest = nearestName(to: member.key, among: Self.keys.sorted())
            throw SampleFault(
                "\"\(member.key.onOneLine)\" says nothing of a sample"
                    + (nearest.map { "; did you mean \"\($0)\"?" } ?? "."))
        }
    }

    private static let keys: Set = [
        "name", "search", "browse", "details", "page", "size", "body", "status", "headers", "followedBy",
        "records", "items", "former",
    ]

    /// The sample; `bytes` gives those of a file beside the list.
    func sample(
        of provider: ProviderID, _ bytes: (String) throws(SampleFault) -> [UInt8]
    ) throws(SampleFault) -> SampleAnswer {
        guard let file = entry["body"].text else { throw SampleFault("\"\(name)\" needs a \"body\".") }
        var response = Response(
            status: try number("status", in: 100...599) ?? 200, headers: headers, body: try bytes(file))
        for further in entry["followedBy"].elements {
            response.following.append(Response(body: try bytes(further.string ?? "")))
        }
        return SampleAnswer(
            name, to: try request(of: provider), response: response, recordPath: entry["records"].string,
            itemCount: try number("items", in: 0...1_000),
            isFormer: entry["former"].bool == true)
    }

    private func request(of provider: ProviderID) throws(SampleFault) -> ProviderRequest {
        let page = PageRequest(size: try number("size", in: 1...500) ?? 30, cursor: entry["page"].string)
        switch (entry["search"].string, entry["browse"].string, entry["details"].string) {
        case (let words?, nil, nil): return .search(try query(words), page)
        case (nil, let day?, nil): return .browse(Browse(day: try calendarDay(day)), page)
        case (nil, nil, let id?) where !id.isEmpty: return .details(ItemID(provider: provider, local: id))
        default:
            throw SampleFault(
                "\"\(name)\" answers one of \"search\" with words, \"browse\" with a day or \"latest\", and \"details\" with an id."
            )
        }
    }

    private func query(_ words: String) throws(SampleFault) -> Query {
        do throws(QueryFault) {
            return try Query(words)
        } catch {
            throw SampleFault("\(error)")
        }
    }

    private func calendarDay(_ text: String) throws(SampleFault) -> CalendarDay? {
        if text == "latest" { return nil }
        guard let day = CalendarDay(text) else {
            throw SampleFault("\"\(text.onOneLine)\" is not a day: write 2024-05-31, or \"latest\".")
        }
        return day
    }

    private var headers: Headers {
        entry["headers"].members.reduce(into: Headers()) { headers, member in
            headers.append(member.key, member.value.string ?? "")
        }
    }

    private func number(_ key: String, in range: ClosedRange<Int>) throws(SampleFault) -> Int? {
        guard entry[key].exists else { return nil }
        guard let number = entry[key].int, range.contains(number) else {
            throw SampleFault("\"\(key)\" is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}
