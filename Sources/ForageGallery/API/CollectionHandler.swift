internal import ForageCore
internal import HTTPServer
internal import JSON

/// Lists and changes collections of items.
struct CollectionHandler: Sendable {
    private let store: (any CollectionStore)?

    /// The greatest number of items in one change.
    private static let greatestCount = 1_000

    /// - Parameter store: The collections; nil if there is no place for them.
    init(_ store: (any CollectionStore)?) { self.store = store }

    private func used<Value>(_ value: Value?) throws(HTTPProblem) -> Value {
        guard let value else { throw HTTPProblem(503, "The collections cannot be used.") }
        return value
    }

    /// The names of all collections and the numbers of their items.
    func list() throws(HTTPProblem) -> Content {
        let collections = try used(store?.collections())
        return Content(
            json: JSONWriter.objectText { writer in
                writer.member("version", 1)
                writer.member("collections", all: collections) { writer, collection in
                    writer.object { writer in
                        writer.member("name", collection.name)
                        writer.member("count", collection.count)
                    }
                }
            })
    }

    /// The IDs of a collection's items, in a form that `ReportDocument` reads.
    func items(of name: String) throws(HTTPProblem) -> Content {
        let items = try used(store?.items(of: name))
        guard !items.isEmpty else {
            throw HTTPProblem(404, "There is no collection “\(name.prefix(100))”.")
        }
        return Content(
            json: JSONWriter.objectText { writer in
                writer.member("version", 1)
                writer.member("name", name)
                writer.member("items", all: items) { writer, id in
                    writer.object { $0.member("id", id.description) }
                }
            })
    }

    /// Changes a collection, and returns the new list of all.
    func change(_ name: String, by request: HTTPServerRequest) throws(HTTPProblem) -> Content {
        // Forms cannot send this type, so pages of other sites cannot send this request.
        guard request.headers["Content-Type"]?.lowercased().hasPrefix("application/json") == true else {
            throw HTTPProblem(415, "Send Content-Type: application/json.")
        }
        guard ItemCollection.isName(name) else {
            throw HTTPProblem(400, "The name of a collection has 1 to 100 characters on one line.")
        }
        guard let root = try? JSONDocument(request.body, mode: .strict).root,
            let added = Self.ids(root["add"]), let removed = Self.ids(root["remove"]),
            (1...Self.greatestCount).contains(added.count + removed.count)
        else {
            throw HTTPProblem(
                400, "Send add, remove or both, with up to \(Self.greatestCount) IDs of results.")
        }
        let isChanged = store?.change(name, adding: added, removing: removed)
        _ = try used(isChanged == true ? true : nil)
        return try list()
    }

    /// The IDs in a list; nil if it is something else.
    private static func ids(_ value: JSONValue) -> [ItemID]? {
        guard value.exists else { return [] }
        let ids = value.elements.map { $0.string.flatMap { ItemID($0) } }
        return value.kind == .array && !ids.contains(nil) ? ids.compactMap(\.self) : nil
    }
}
