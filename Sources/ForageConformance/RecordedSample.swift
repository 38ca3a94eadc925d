public import ForageCore
internal import JSON
internal import Platform

/// A sample made from a service's answer: its entry in the list, and the files with its bodies.
package struct RecordedSample: Sendable {
    /// A file in the folder of the list.
    package struct Body: Sendable {
        package let name: String
        package let bytes: [UInt8]
    }

    package let bodies: [Body]
    private let number: Int
    private let request: ProviderRequest
    private let itemCount: Int?
    private let response: Response

    /// - Parameters:
    ///   - request: The request.
    ///   - response: The answer, including the further answers that decoding required.
    ///   - itemCount: The number of items, if everything requested was read.
    ///   - number: The number of the sample.
    package init(_ request: ProviderRequest, response: Response, itemCount: Int?, number: Int) {
        self.number = number
        self.request = request
        self.response = response
        self.itemCount = itemCount
        let responses = [response] + response.following
        bodies = responses.enumerated().map { place, response in
            let name = place == 0 ? "recorded-\(number)" : "recorded-\(number)-\(place + 1)"
            return Body(name: "\(name).\(response.body.fileType)", bytes: response.body)
        }
    }

    /// Returns the text of `samples.json` for some samples.
    package static func list(of samples: [RecordedSample]) -> [UInt8] {
        JSONWriter.bytes(.pretty) { writer in
            writer.array { writer in for sample in samples { sample.write(to: &writer) } }
        } + [UInt8(ascii: "\n")]
    }

    private func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("name", "recorded \(number)")
            writeRequest(to: &writer)
            writer.member("body", bodies[0].name)
            writer.member("followedBy", list: Array(bodies.dropFirst())) { $0.string($1.name) }
            if response.status != 200 { writer.member("status", response.status) }
            writeHeaders(to: &writer)
            writer.member("items", itemCount)
        }
    }

    private func writeRequest(to writer: inout JSONWriter) {
        switch request {
        case .search(let query, let page):
            writer.member("search", query.text)
            write(page, to: &writer)
        case .browse(let browse, let page):
            writer.member("browse", browse.day?.description ?? "latest")
            write(page, to: &writer)
        case .details(let id): writer.member("details", id.local)
        case .download(let item): writer.member("details", item.id.local)
        }
    }

    private func write(_ page: PageRequest, to writer: inout JSONWriter) {
        writer.member("size", page.size)
        writer.member("page", page.cursor)
    }

    /// Writes the headers, except those that only concern caching.
    private func writeHeaders(to writer: inout JSONWriter) {
        let fields = response.headers.fields.filter {
            !["cache-control", "date", "last-modified"].contains($0.name.lowercased())
        }
        guard !fields.isEmpty else { return }
        writer.member("headers") { writer in
            writer.object { writer in for field in fields { writer.member(field.name, field.value) } }
        }
    }
}

/// One entry of `samples.json`.
struct SampleEntry {
    private let entry: JSONValue
    private let name: String

    init(_ entry: JSONValue) throws(SampleError) {
        self.entry = entry
        guard let name = entry["name"].text else { throw SampleError("a sample needs a \"name\".") }
        self.name = name
        if let member = entry.members.first(where: { !Self.keys.contains($0.key) }) {
            let nearest = nearestName(to: member.key, among: Self.keys.sorted())
            throw SampleError(
                "\"\(member.key.onOneLine)\" is not a member of a sample"
                    + (nearest.map { "; did you mean \"\($0)\"?" } ?? "."))
        }
    }

    private static let keys: Set = [
        "name", "search", "browse", "details", "page", "size", "body", "status", "headers", "followedBy",
        "records", "items", "former",
    ]

    /// Returns the sample; `bytes` returns the content of a file in the same folder.
    func sample(
        of provider: ProviderID, _ bytes: (String) throws(SampleError) -> [UInt8]
    ) throws(SampleError) -> SampleAnswer {
        guard let file = entry["body"].text else { throw SampleError("\"\(name)\" needs a \"body\".") }
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

    private func request(of provider: ProviderID) throws(SampleError) -> ProviderRequest {
        let page = PageRequest(size: try number("size", in: 1...500) ?? 30, cursor: entry["page"].string)
        switch (entry["search"].string, entry["browse"].string, entry["details"].string) {
        case (let words?, nil, nil): return .search(try query(words), page)
        case (nil, let day?, nil): return .browse(Browse(day: try calendarDay(day)), page)
        case (nil, nil, let id?) where !id.isEmpty: return .details(ItemID(provider: provider, local: id))
        default:
            throw SampleError(
                "\"\(name)\" needs one of these: \"search\" with words, \"browse\" with a day or \"latest\", or \"details\" with an id."
            )
        }
    }

    private func query(_ words: String) throws(SampleError) -> Query {
        do throws(QueryError) {
            return try Query(words)
        } catch {
            throw SampleError("\(error)")
        }
    }

    private func calendarDay(_ text: String) throws(SampleError) -> CalendarDay? {
        if text == "latest" { return nil }
        guard let day = CalendarDay(text) else {
            throw SampleError("\"\(text.onOneLine)\" is not a day: write 2024-05-31, or \"latest\".")
        }
        return day
    }

    private var headers: Headers {
        entry["headers"].members.reduce(into: Headers()) { headers, member in
            headers.append(member.key, member.value.string ?? "")
        }
    }

    private func number(_ key: String, in range: ClosedRange<Int>) throws(SampleError) -> Int? {
        guard entry[key].exists else { return nil }
        guard let number = entry[key].int, range.contains(number) else {
            throw SampleError("\"\(key)\" must be a number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }
}

extension [UInt8] {
    /// The file name extension for these bytes.
    fileprivate var fileType: String {
        switch first(where: { !$0.isWhitespace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): "json"
        case UInt8(ascii: "<"): "xml"
        default: "txt"
        }
    }
}

/// A folder of answers with a file `samples.json`, which states the request and the expected items of each.
///
/// ```json
/// [
///   { "name": "owls", "search": "owl", "body": "owls.json", "records": "/results", "items": 5 },
///   { "name": "one owl", "details": "17", "body": "owl.json", "followedBy": ["sizes.json"] }
/// ]
/// ```
///
/// The command and a provider's tests read the same folder, so both check the same samples.
public struct SampleFolder: Sendable {
    /// The name of the file that lists the samples.
    public static let listName = "samples.json"

    private let path: String

    /// Creates a folder with a path.
    public init(at path: String) { self.path = path }

    /// Creates the folder `Fixtures` next to a source file: `SampleFolder(nextTo: #filePath)`.
    public init(nextTo file: String) {
        path = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) + "/Fixtures"
    }

    /// Reads every sample.
    ///
    /// - Parameter provider: The provider to which the samples belong.
    /// - Returns: The samples, in the order of the list.
    /// - Throws: ``SampleError`` with the file, the line and the problem.
    public func samples(of provider: ProviderID) throws(SampleError) -> [SampleAnswer] {
        let document = try list()
        guard document.root.kind == .array, document.root.count > 0 else {
            throw SampleError("\(path)/\(Self.listName): the file must be a list of samples.")
        }
        var samples: [SampleAnswer] = []
        for entry in document.root.elements {
            do throws(SampleError) {
                samples.append(try SampleEntry(entry).sample(of: provider, bytes))
            } catch {
                let position = document.position(of: entry.byteRange.lowerBound)
                throw SampleError("\(path)/\(Self.listName):\(position.line): \(error)")
            }
        }
        return samples
    }

    private func list() throws(SampleError) -> JSONDocument {
        let bytes = try bytes(of: Self.listName)
        do throws(JSONError) {
            return try JSONDocument(bytes, mode: .strict)
        } catch {
            throw SampleError("\(path)/\(Self.listName): \(error)")
        }
    }

    /// Reads a file in the folder.
    ///
    /// - Parameter name: The name of the file.
    /// - Returns: The content of the file.
    /// - Throws: ``SampleError`` if the file cannot be read, or is larger than one mebibyte.
    public func bytes(of name: String) throws(SampleError) -> [UInt8] {
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else {
            throw SampleError("\"\(name.onOneLine)\" is not a file in the same folder.")
        }
        do throws(FileError) {
            let file = try LocalFile("\(path)/\(name)", upTo: Self.greatestByteCount, pipes: false)
            if file.isWhole { return file.bytes }
        } catch {
            throw SampleError("\(error)")
        }
        throw SampleError("\(path)/\(name) is larger than 1 MiB, which is too much for a sample.")
    }

    private static let greatestByteCount = 1 << 20
}

/// The reason why samples cannot be read.
public struct SampleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A sentence for the user.
    public let description: String

    init(_ description: String) { self.description = description }
}
