internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import HTTPServer
internal import Platform

/// Takes files of items for who looks at the page, and hands them out to be saved.
struct FileHandler: Sendable {
    private let kept = FileCache()
    private let transfers: FileTransfers

    init(_ forage: Forage) { transfers = FileTransfers(forage, keptIn: kept) }

    /// Takes a file and tells how it goes. Who goes away ends it, unless others wait for the same.
    func take(_ item: Item, size: String?, _ headers: HTTPFields) throws(HTTPProblem) -> HTTPServerResponse {
        let order = try FileOrder(item.id, size: size)
        // No form can ask for these, so no other site's page can have files taken.
        guard ServerSentEvents.areWanted(by: headers) else {
            throw HTTPProblem(406, "How it goes is told as server-sent events: accept text/event-stream.")
        }
        return ServerSentEvents.response { [transfers] writer in
            for await event in transfers.events(of: order, item) {
                try await writer.write(event.text)
            }
        }
    }

    /// Hands out a file that was taken.
    func handOut(_ token: String, _ headers: HTTPFields) throws(HTTPProblem) -> HTTPServerResponse {
        guard let file = kept.file(token: token) else {
            throw HTTPProblem(404, "This file is not kept any more: download it again.")
        }
        guard let response = try? file.response(to: headers) else {
            throw HTTPProblem(404, "This file is not there any more: download it again.")
        }
        guard response.status != 416 else {
            throw HTTPProblem(noPart: response, "The file has no such part.")
        }
        return response
    }

    /// Waits for no file any more.
    func end() { transfers.listeners.end() }

    /// Removes every file.
    func clear() { kept.clear() }
}

/// Which file of which item somebody wants.
struct FileOrder: Hashable, Sendable {
    let item: ItemID
    let selection: FileSelection

    /// - Parameters:
    ///   - item: The item.
    ///   - size: As `forage get --size` has it; nil for the usual one.
    /// - Throws: ``HTTPProblem`` for a size that there is not.
    init(_ item: ItemID, size: String?) throws(HTTPProblem) {
        self.item = item
        guard let size else {
            selection = .usual
            return
        }
        guard let size = FileSize(size) else {
            let roles = FileSize.roles.map(\.rawValue).joined(separator: ", ")
            throw HTTPProblem(400, "size is a width such as 1600x, or one of \(roles).")
        }
        selection = FileSelection(size)
    }
}
