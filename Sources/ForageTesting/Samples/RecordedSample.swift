package import ForageCore
internal import JSON

/// A sample that is taken of what a service sent: its entry in the list, and the files of its bodies.
package struct RecordedSample: Sendable {
    /// A file beside the list.
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
    ///   - request: What was asked.
    ///   - response: The answer, with the further answers that decoding called for.
    ///   - itemCount: How many items came of it, where all that was read is what was asked for.
    ///   - number: Which sample it is.
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

    /// The list of some samples, as a folder of them has it.
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

    /// What says how long an answer may be kept is nothing to a provider.
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

extension [UInt8] {
    /// What the name of a file with these bytes ends with.
    fileprivate var fileType: String {
        switch first(where: { !$0.isWhitespace }) {
        case UInt8(ascii: "{"), UInt8(ascii: "["): "json"
        case UInt8(ascii: "<"): "xml"
        default: "txt"
        }
    }
}
