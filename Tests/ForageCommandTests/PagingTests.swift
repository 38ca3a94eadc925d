import JSON
import Testing

@Suite("Paging a search")
struct PagingTests {
    private struct Page {
        let ids: [String]
        let next: String?

        init(_ ending: RunningProgram.Ending) throws {
            let root = try ending.json
            ids = root["items"].list.compactMap { $0["id"].string }
            next = root["next"].string
        }
    }

    private func page(_ options: String...) async throws -> Page {
        try Page(await forageAtSandbox(["search", "owl", "--format", "json"] + options))
    }

    @Test("the cursors give the whole list, each result once")
    func cursors() async throws {
        let whole = try await page("--limit", "500")
        #expect(whole.next == nil)
        var ids: [String] = []
        var next: String? = nil
        repeat {
            let page = next.map { ["--cursor", $0] } ?? []
            let ending = try await forageAtSandbox(["search", "owl", "-f", "json", "-n", "4"] + page)
            let window = try Page(ending)
            #expect(window.ids.count == 4 || window.next == nil)
            ids += window.ids
            next = window.next
        } while next != nil && ids.count < 500
        #expect(ids == whole.ids)
        #expect(Set(ids).count == ids.count)
    }

    @Test("the pages by number are the same list")
    func pages() async throws {
        let whole = try await page("--limit", "500").ids
        var ids: [String] = []
        for number in 1...3 { ids += try await page("--limit", "3", "--page", "\(number)").ids }
        #expect(ids == Array(whole.prefix(9)))
        #expect(try await page("--limit", "500", "--page", "50").ids == [])
    }

    @Test("the table says how to go on")
    func hint() async throws {
        let table = try await forageAtSandbox(["search", "owl", "--limit", "4"])
        let cursor = try #require(try await page("--limit", "4").next)
        #expect(table.messages.contains("next page: --cursor \(cursor)"))
    }

    @Test("a cursor of another query, or an edited one, is refused with what to do")
    func refused() async throws {
        let cursor = try #require(try await page("--limit", "4").next)
        let other = try await forageAtSandbox(["search", "barn", "--cursor", cursor])
        #expect(other.code == 64)
        #expect(other.messages.contains("This cursor belongs to another query"))
        let letter: Character = cursor.last == "A" ? "B" : "A"
        for edited in [
            String(cursor.dropLast()) + String(letter), String(cursor.dropLast(3)), cursor + "AAAA",
        ] {
            let ending = try await forageAtSandbox(["search", "owl", "--cursor", edited])
            #expect(ending.code == 64)
            #expect(ending.messages.contains("This is no cursor"))
        }
    }
}
