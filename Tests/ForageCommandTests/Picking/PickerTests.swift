import ForageCore
import Testing

@testable import ForageCommand

@Suite("Choosing among results")
struct PickerTests {
    /// A choice among owls with these numbers, of which more can be loaded.
    private func picker(_ numbers: ClosedRange<Int> = 1...20, next: String? = "next") throws -> Picker {
        var picker = Picker()
        picker.rowCount = 5
        picker.take(.finished(try Self.report(numbers, next: next)))
        return picker
    }

    private static func report(_ numbers: ClosedRange<Int>, next: String? = nil) throws -> Report {
        Report(
            query: try Query("owl"), items: try numbers.map { try .owl($0) },
            outcomes: [Outcome("birds", .answered(1))], next: next, duration: .zero)
    }

    private func chosen(_ picker: Picker) -> [String] { picker.chosen.map(\.id.description) }

    private func type(_ text: String, into picker: inout Picker) {
        for character in text { _ = picker.take(.character(character)) }
    }

    @Test(
        "keys move the current row within the list, and the visible rows with it",
        arguments: [
            ([], 0, 0), ([.down, .down], 2, 0), ([.character("j"), .character("k"), .up], 0, 0),
            ([.pageDown], 5, 1), ([.pageDown, .pageDown, .pageUp], 5, 5), ([.end], 19, 15),
            ([.end, .home], 0, 0), ([.end, .down, .up, .up], 17, 15),
        ] as [([Key], Int, Int)])
    func moves(keys: [Key], row: Int, firstRow: Int) throws {
        var picker = try picker()
        for key in keys { _ = picker.take(key) }
        #expect(picker.row == row && picker.firstRow == firstRow)
    }

    @Test("the current result is chosen, or all marked ones in the order of the list")
    func marks() throws {
        var picker = try picker()
        #expect(chosen(picker) == ["birds:1"])
        for key in [Key.end, .tab, .home, .character(" "), .character(" ")] { _ = picker.take(key) }
        #expect(chosen(picker) == ["birds:1", "birds:2", "birds:20"] && picker.row == 2)
        for key in [Key.up, .character(" ")] { _ = picker.take(key) }
        #expect(chosen(picker) == ["birds:1", "birds:20"])
        #expect(picker.take(.enter) == .choose(nil))
        for (letter, action) in zip("gco", [Picker.Action.get, .credit, .open]) {
            #expect(picker.take(.character(letter)) == .choose(action))
        }
    }

    @Test("a marks all shown results, or none if all are marked")
    func all() throws {
        var picker = try picker()
        type("/owl 2", into: &picker)
        _ = picker.take(.enter)
        type("a", into: &picker)
        #expect(chosen(picker) == ["birds:2", "birds:12", "birds:20"])
        _ = picker.take(.escape)
        type("a", into: &picker)
        #expect(picker.markedCount == 20)
        type("a", into: &picker)
        #expect(picker.markedCount == 0)
    }

    @Test("a filter shows the results with all its words, and Esc ends it before it leaves")
    func filter() throws {
        var picker = try picker()
        type("/ÖWL  7q", into: &picker)
        #expect(picker.shown.isEmpty && picker.current == nil && picker.take(.tab) == nil)
        _ = picker.take(.backspace)
        #expect(picker.shown == [6, 16] && picker.isTyping)
        #expect(picker.take(.enter) == nil && !picker.isTyping)
        #expect(picker.take(.down) == nil && chosen(picker) == ["birds:17"])
        #expect(picker.take(.escape) == nil && picker.shown.count == 20)
        #expect(picker.take(.escape) == .leave)
    }

    @Test("a filter looks at the creator, the licence and the provider", arguments: ["ann", "cc0", "birds"])
    func filterFields(word: String) throws {
        var picker = try picker(1...2)
        type("/" + word, into: &picker)
        #expect(picker.shown == [0, 1])
    }

    @Test("m and the end of the list load more, once, while there is more")
    func more() throws {
        var picker = try picker()
        #expect(picker.take(.character("m")) == .loadMore)
        #expect(picker.take(.character("m")) == nil && picker.take(.end) == nil)
        picker.take(.finished(try Self.report(21...25)))
        #expect(picker.items.count == 25 && picker.row == 19)
        #expect(picker.take(.end) == nil && picker.row == 24)
        picker = try self.picker()
        #expect(picker.take(.end) == .loadMore)
        picker = try self.picker(1...1_000)
        #expect(picker.take(.end) == nil)
    }

    @Test("while answers arrive, the cursor stays on its result, or at the start")
    func streaming() throws {
        var picker = Picker()
        picker.take(.list(try [1, 2, 3].map { try .owl($0) }))
        picker.take(.list(try [9, 1, 2, 3].map { try .owl($0) }))
        #expect(chosen(picker) == ["birds:9"])
        _ = picker.take(.down)
        picker.take(.list(try [9, 8, 2, 1].map { try .owl($0) }))
        #expect(chosen(picker) == ["birds:1"] && picker.row == 3)
        #expect(picker.incompletePage.count == 4)
        picker.take(.list(try [9].map { try .owl($0) }))
        #expect(chosen(picker) == ["birds:9"])
    }

    @Test("help disappears with the next key, which has no other effect")
    func help() throws {
        var picker = try picker()
        type("?q", into: &picker)
        #expect(!picker.showsHelp)
    }

    @Test(
        "leaving and suspending work at any time",
        arguments: ["", "?", "/"])
    func leave(typed: String) throws {
        var picker = try picker()
        type(typed, into: &picker)
        #expect(picker.take(.control("c")) == .leave && picker.take(.control("z")) == .suspend)
        picker = Picker()
        #expect(picker.take(.enter) == nil && picker.take(.character("q")) == .leave)
    }
}

extension Item {
    /// A picture of an owl.
    static func owl(_ number: Int, title: String? = nil) throws -> Item {
        let (title, page): (String, WebURL) = (title ?? "Owl \(number)", "https://birds.example/owl")
        var draft = Draft(localID: "\(number)", kind: .photo, title: title, page: page)
        draft.renditions = [Rendition(.small, at: "https://birds.example/owl.jpg")]
        let credit = Attribution(
            title: title, page: page, source: NamedLink("Birds", page),
            creator: Known(Creator(name: "Ann")), licence: Known(Licence(id: "cc0", name: "CC0 1.0")))
        return try #require(Item(draft, credit: credit, from: "birds"))
    }
}
