package import ForageCore
package import Platform

/// A folder of signed definitions, on a web server or on this machine.
package struct Channel: Sendable {
    package let key: Ed25519Key
    private let place: Place

    private enum Place {
        case web(WebURL)
        case folder(String)
    }

    /// Fetches the first bytes of the file at an address.
    package typealias Fetch = @Sendable (WebURL, _ limit: Int) async throws(FetchError) -> Response

    /// Describes a channel.
    ///
    /// - Parameters:
    ///   - address: A secure web address, or the path of a folder, which may begin with `~/`.
    ///   - key: The public key that its index must be signed with.
    ///   - home: The user's home folder.
    /// - Throws: ``ChannelError`` if it is no address or no key.
    package init(at address: String, key: String, home: String?) throws(ChannelError) {
        guard let known = Ed25519Key(key) else { throw .noKey(key) }
        self.key = known
        let address = address.hasSuffix("/") ? address : address + "/"
        if let url = WebURL(address), address.contains("://"), url.origin.isConfidential,
            url.withoutQuery == url
        {
            place = .web(url)
        } else if address.hasPrefix("/") {
            place = .folder(address)
        } else if address.hasPrefix("~/"), let home {
            place = .folder(home + address.dropFirst())
        } else {
            throw .noAddress(address)
        }
    }

    /// Reads the index.
    ///
    /// - Parameters:
    ///   - today: The day on which it must still be valid.
    ///   - known: The number of the latest index that was already seen.
    ///   - fetch: Fetches a file from the web.
    /// - Returns: The index.
    /// - Throws: ``ChannelError`` if it cannot be read, is not signed, too old or malformed.
    package func index(
        today: CalendarDay = CalendarDay(containing: Date()), after known: Int, by fetch: Fetch
    ) async throws(ChannelError) -> ChannelIndex {
        let bytes = try await file("index.json", upTo: ChannelIndex.greatestByteCount, by: fetch)
        let signature = try await file("index.json.sig", upTo: 64, by: fetch)
        return try ChannelIndex(bytes, signature: signature, key: key, today: today, after: known)
    }

    /// Reads the file of a definition.
    package func definition(_ entry: ChannelIndex.Entry, by fetch: Fetch) async throws(ChannelError)
        -> [UInt8]
    {
        let bytes: [UInt8]
        do throws(ChannelError) {
            bytes = try await file(entry.file, upTo: entry.byteCount, by: fetch)
        } catch {
            if case .unreadable(_, reason: Self.excess) = error { throw .refused(entry, .swapped) }
            throw error
        }
        guard bytes.count == entry.byteCount, (try? Digest.sha256.of(bytes).hex) == entry.digest else {
            throw .refused(entry, .swapped)
        }
        return bytes
    }

    private static let excess = "it is larger than it may be."

    private func file(_ name: String, upTo limit: Int, by fetch: Fetch) async throws(ChannelError) -> [UInt8]
    {
        switch place {
        case .folder(let folder):
            let file: LocalFile
            do throws(FileError) { file = try LocalFile(folder + name, upTo: limit, pipes: false) } catch {
                throw .unreadable(folder + name, reason: error.reason + ".")
            }
            guard file.isWhole else { throw .unreadable(name, reason: Self.excess) }
            return file.bytes
        case .web(let url):
            guard let address = WebURL(url.text + name) else { throw .noAddress(url.text) }
            let response: Response
            do throws(FetchError) { response = try await fetch(address, limit) } catch {
                throw .unreadable(address.text, reason: "\(error).")
            }
            guard response.status == 200 else {
                throw .unreadable(address.text, reason: "the server answers with status \(response.status).")
            }
            switch response.completeness {
            case .whole: return response.body
            case .overLimit: throw .unreadable(name, reason: Self.excess)
            case .cutOff: throw .unreadable(address.text, reason: "the connection ended early.")
            }
        }
    }
}

extension Forage {
    /// Fetches a file of a channel without the cache, and without any key.
    package func channelFile(at url: WebURL, upTo limit: Int) async throws(FetchError) -> Response {
        var endpoint = Endpoint.get(url)
        endpoint.limit = .whole(limit)
        return try await pipelines.fetchOnce(endpoint, at: url, by: .now + .seconds(30)).response
    }
}
