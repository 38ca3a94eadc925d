import ForageCore
import Platform
import Testing

@testable import ForageCredits

@Suite("A web archive")
struct WARCFileTests {
    /// The records of an archive: their fields and blocks.
    private func records(_ bytes: [UInt8]) throws -> [(fields: [String: String], block: String)] {
        var (records, rest): ([(fields: [String: String], block: String)], ArraySlice<UInt8>) = (
            [], bytes[...]
        )
        while !rest.isEmpty {
            let end = try rest.firstRange(of: Array("\r\n\r\n".utf8)).orThrow()
            let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
            #expect(lines.first == "WARC/1.1")
            let fields = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
            let named = Dictionary(fields.map { ($0[0], $0[1]) }) { first, _ in first }
            let count = try named["Content-Length"].flatMap { Int($0) }.orThrow()
            let block = rest[end.upperBound...].prefix(count)
            records.append((named, String(decoding: block, as: UTF8.self)))
            #expect(rest[block.endIndex...].starts(with: "\r\n\r\n".utf8))
            rest = rest[(block.endIndex + 4)...]
        }
        return records
    }

    @Test("answers, files and statements are records with digests")
    func records() throws {
        let now = Date(timeIntervalSinceReferenceDate: 800_000_000)
        var headers = Headers()
        headers.append("Content-Type", "application/json")
        headers.append("Content-Encoding", "gzip")
        let body = Array("{\"licence\": 4}".utf8)
        var file = WARCFile(by: "forage/1", at: now)
        file.add(
            Response(status: 200, headers: headers, body: body, completeness: .cutOff),
            from: "https://api.example/owl", at: now - 60)
        file.add(file: [1, 13, 10, 13, 10], named: "credits.lock", type: "application/json", at: now)
        file.add(statement: "{}", about: "https://pictures.example/owl", at: now)
        let records = try records(file.bytes)
        #expect(records.map { $0.fields["WARC-Type"] } == ["warcinfo", "response", "resource", "metadata"])
        let answer = records[1]
        #expect(answer.fields["WARC-Target-URI"] == "https://api.example/owl")
        #expect(answer.fields["WARC-Date"] == (now - 60).iso8601)
        #expect(answer.fields["WARC-Truncated"] == "unspecified")
        #expect(answer.fields["WARC-Payload-Digest"] == "sha256:" + (try Digest.sha256.of(body).hex))
        #expect(
            answer.block
                == "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"licence\": 4}"
        )
        #expect(records[2].fields["WARC-Target-URI"] == "urn:forage:credits.lock")
        #expect(Set(records.compactMap { $0.fields["WARC-Record-ID"] }).count == 4)
    }
}
