internal import ForageCore
internal import JSON
internal import Platform

/// A message to a program.
enum Question: Sendable {
    case describe
    case endpoint(ProviderRequest)
    case decode(Response, ProviderRequest)

    static let protocolVersion = 1

    var line: [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.key("do")
                switch self {
                case .describe:
                    writer.string("describe")
                    writer.member("protocol", Self.protocolVersion)
                case .endpoint(let request):
                    writer.string("endpoint")
                    writer.member("request") { $0.request(request) }
                case .decode(let response, let request):
                    writer.string("decode")
                    writer.member("request") { $0.request(request) }
                    writer.member("response") { $0.response(response) }
                }
            }
        }
    }
}

extension JSONWriter {
    // MARK: - Requests

    fileprivate mutating func request(_ request: ProviderRequest) {
        object { writer in
            switch request {
            case .search(let query, let page):
                writer.member("kind", "search")
                writer.member("text", query.text)
                writer.member("order", query.order.rawValue)
                writer.filters(query.filters.statingContent)
                writer.page(page)
            case .browse(let browse, let page):
                writer.member("kind", "browse")
                writer.member("day", browse.day?.description)
                writer.filters(browse.filters.statingContent)
                writer.page(page)
            case .details(let id):
                writer.member("kind", "details")
                writer.member("id", id.local)
            case .download(let item):
                writer.member("kind", "download")
                writer.member("id", item.id.local)
                writer.member("notice", item.downloadNotice?.text)
            }
        }
    }

    private mutating func page(_ page: PageRequest) {
        member("size", page.size)
        member("cursor", page.cursor)
    }

    private mutating func filters(_ filters: [Filter]) {
        member("filters") { writer in
            writer.object { writer in
                for filter in filters { writer.member(filter.name.rawValue) { $0.condition(of: filter) } }
            }
        }
    }

    private mutating func condition(of filter: Filter) {
        switch filter {
        case .phrases(let texts), .without(let texts): list(texts)
        case .creator(let name), .collection(let name): string(name)
        case .kinds(let kinds): list(kinds.sorted().map(\.rawValue))
        case .licence(let licence): list(licence.words)
        case .orientation(let orientation): string(orientation.rawValue)
        case .minimumSize(let size): string("\(size.width)x\(size.height)")
        case .publishedSince(let date), .publishedBefore(let date):
            string(CalendarDay(containing: date).description)
        case .hue(let hue): string(hue.rawValue)
        case .content(let content): string(content.rawValue)
        }
    }

    private mutating func list(_ texts: [String]) {
        array { writer in texts.forEach { writer.string($0) } }
    }

    // MARK: - Responses

    fileprivate mutating func response(_ response: Response) {
        object { writer in
            writer.member("status", response.status)
            writer.member("url", response.url?.text)
            writer.member("headers", all: response.headers.fields) { $0.field($1) }
            writer.body(response.body)
            writer.member("whole", response.completeness == .whole)
            writer.member("following", list: response.following) { $0.response($1) }
        }
    }

    private mutating func field(_ field: Headers.Field) {
        array { writer in
            writer.string(field.name)
            writer.string(field.value)
        }
    }

    /// Writes a body as text if it is valid UTF-8, or else in Base64.
    private mutating func body(_ bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            member("body", text)
        } else {
            member("base64", Data(bytes).base64EncodedString())
        }
    }
}
