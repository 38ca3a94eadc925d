import ForageConformance
import ForageCore
import Platform
import TestDoubles
import Testing

@testable import ForageTransport

@Suite("Parts of files in the cache")
struct PartialFetchingTests {
    private let store = MemoryStore()

    private func cache(before inner: any Fetcher) -> RequestPipeline {
        RequestPipeline(inner, cache: HTTPCache(store, policy: .httpAlone, clock: { noon }))
    }

    /// Serves a file like a server that supports ranges and `If-Range`.
    private func file(_ text: String, tag: String = "\"a\"") -> StubFetcher {
        StubFetcher { endpoint throws(FetchError) in
            let bytes = Array(text.utf8)
            var headers: Headers = ["ETag": tag, "Cache-Control": "max-age=60"]
            let condition = endpoint.headers.first { $0.name == "If-Range" }.flatMap(\.text)
            let range = CacheRequest(endpoint)?.range?.bytes(of: bytes.count)
            guard let range, condition == nil || condition == tag else {
                headers.append("Content-Length", "\(bytes.count)")
                return Fetched(Response(headers: headers, body: bytes), origin: .network)
            }
            headers.append("Content-Range", ContentRange(range, of: bytes.count).description)
            return Fetched(
                Response(status: 206, headers: headers, body: Array(bytes[range])), origin: .network)
        }
    }

    private let unreachable = StubFetcher { _ throws(FetchError) in throw .unreachable("connection refused") }

    @Test(
        "the beginning of a file is served from the whole file or a longer beginning", arguments: [nil, 8])
    func beginning(stored: Int?) async throws {
        let first = stored.map { Endpoint.sample.prefix($0) } ?? .sample
        _ = try await cache(before: file("0123456789")).get(first)
        let answer = try await cache(before: unreachable).get(Endpoint.sample.prefix(5)).response
        #expect(answer.body == Array("01234".utf8))
        #expect(answer.status == 206)
        #expect(answer.headers["Content-Range"] == "bytes 0-4/10")
        #expect(answer.headers["Content-Length"] == "5")
        #expect(answer.completeness == .whole)
    }

    @Test("a file shorter than the requested beginning is the whole file")
    func short() async throws {
        _ = try await cache(before: file("0123456789")).get(Endpoint.sample.prefix(100))
        let answer = try await cache(before: unreachable).get().response
        #expect(answer.body == Array("0123456789".utf8))
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Range"] == nil)
    }

    @Test("only the rest of a stored beginning is requested")
    func completion() async throws {
        let file = file("0123456789")
        let cache = cache(before: file)
        _ = try await cache.get(Endpoint.sample.prefix(4))
        let answer = try await cache.get().response
        #expect(answer.body == Array("0123456789".utf8))
        #expect(answer.status == 200)
        #expect(answer.headers["Content-Length"] == "10")
        #expect(file.endpoints.last?.headers.first?.text == "bytes=4-")
        #expect(try await self.cache(before: unreachable).get().response.body.count == 10)
    }

    @Test("a file that changed in the meantime is downloaded again as a whole")
    func changed() async throws {
        _ = try await cache(before: file("0123456789")).get(Endpoint.sample.prefix(4))
        let answer = try await cache(before: file("abcdefghij", tag: "\"b\"")).get().response
        #expect(answer.body == Array("abcdefghij".utf8))
    }

    @Test("a rest that does not fit is not appended")
    func unfit() async throws {
        _ = try await cache(before: file("0123456789")).get(Endpoint.sample.prefix(4))
        let liar = StubFetcher { endpoint throws(FetchError) in
            guard endpoint.headers.isEmpty else {
                let headers: Headers = ["ETag": "\"a\"", "Content-Range": "bytes 7-9/10"]
                return Fetched(Response(status: 206, headers: headers, body: [1, 2, 3]), origin: .network)
            }
            return Fetched(Response(body: Array("abcdefghij".utf8)), origin: .network)
        }
        #expect(try await cache(before: liar).get().response.body == Array("abcdefghij".utf8))
        #expect(liar.endpoints.count == 2)
    }

    @Test("parts requested one after the other are combined")
    func joined() async throws {
        let cache = cache(before: file("0123456789"))
        _ = try await cache.get(Endpoint.sample.header("Range", "bytes=2-5"))
        _ = try await cache.get(Endpoint.sample.header("Range", "bytes=6-7"))
        #expect(store.all.map(\.part) == [.bytes(2..<8, of: 10)])
        let answer = try await self.cache(before: unreachable).get(
            Endpoint.sample.header("Range", "bytes=3-7"))
        #expect(answer.response.body == Array("34567".utf8))
    }

    @Test("a truncated body is never served as whole")
    func cutOff() async throws {
        let headers: Headers = ["ETag": "\"a\"", "Cache-Control": "max-age=60", "Content-Length": "10"]
        let cut = StubFetcher(
            Response(headers: headers, body: Array("0123".utf8), completeness: .cutOff))
        #expect(try await cache(before: cut).get().response.completeness == .cutOff)
        await #expect(throws: FetchError.self) { try await cache(before: unreachable).get() }
        #expect(try await cache(before: file("0123456789")).get().response.body.count == 10)
    }

    @Test("a stored body longer than the limit is cut, as from the network")
    func limit() async throws {
        _ = try await cache(before: file("0123456789")).get()
        var endpoint = Endpoint.sample
        endpoint.limit = .whole(4)
        let answer = try await cache(before: unreachable).get(endpoint).response
        #expect(answer.body == Array("0123".utf8))
        #expect(answer.completeness == .overLimit)
    }
}

extension Endpoint.Field {
    fileprivate var text: String? {
        if case .text(let text) = value.first { text } else { nil }
    }
}
