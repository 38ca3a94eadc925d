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
            writer.text("name", "recorded \(number)")
            writeRequest(to: &writer)
            writer.text("body", bodies[0].name)
            if bodies.count > 1 {
                writer.key("followedBy")
                writer.array { writer in bodies.dropFirst().forEach { writer.string($0.name) } }
            }
            if response.status != 200 { writer.number("status", response.status) }
            writeHeaders(to: &writer)
            if let itemCount { writer.number("items", itemCount) }
        }
    }

    private func writeRequest(to writer: inout JSONWriter) {
        switch request {
        case .search(let query, let page):
            writer.text("search", query.text)
            write(page, to: &writer)
        case .browse(let browse, let page):
            writer.text("browse", browse.day?.description ?? "latest")
            write(page, to: &writer)
        case .details(let id): writer.text("details", id.local)
        case .download(let item): writer.text("details", item.id.local)
        }
    }

    private func write(_ page: PageRequest, to writer: inout JSONWriter) {
        writer.number("size", page.size)
        if let cursor = page.cursor { writer.text("page", cursor) }
    }

    /// What says how long an answer may be kept is nothing to a provider.
    private func writeHeaders(to writer: inout JSONWriter) {
        let fields = response.headers.fields.filter {
            !["cache-control", "date", "last-modified"].contains($0.name.lowercased())
        }
        guard !fields.isEmpty else { return }
        writer.key("headers")
        writer.object { writer in for field in fields { writer.text(field.name, field.value) } }
    }
}

extension JSONWriter {
    fileprivate mutating func text(_ key: String, _ text: String) {
        self.key(key)
        string(text)
    }

    fileprivate mutating func number(_ key: String, _ number: Int) {
        self.key(key)
        self.number(number)
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

extension UInt8 {
    fileprivate var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
