import ForageCore
import ForageFormats
import Platform
import TestWording
import Testing

@Suite("Snapshots of the output formats")
struct SnapshotTests {
    struct Look: Sendable, CustomTestStringConvertible {
        let name: String
        let format: OutputFormat
        let terminal: TerminalStyle?
        let layout: TableLayout

        var testDescription: String { name }

        init(
            _ name: String, _ format: OutputFormat, _ terminal: TerminalStyle?,
            _ layout: TableLayout = TableLayout()
        ) {
            self.layout = layout
            self.name = name
            self.format = format
            self.terminal = terminal
        }
    }

    static let colourful = TerminalStyle(width: 100, usesColour: true, usesLinks: true)

    @Test(
        "a search matches its snapshot",
        arguments: [
            Look("table-wide", .table, TerminalStyle(width: 120)),
            Look("table-usual", .table, TerminalStyle(width: 80)),
            Look("table-narrow", .table, TerminalStyle(width: 50)),
            Look("table-colour", .table, colourful),
            Look("table-ascii", .table, TerminalStyle(width: 100, usesUnicode: false)),
            Look("table-continued", .table, TerminalStyle(width: 80), TableLayout(firstNumber: 99)),
            Look("details-usual", .table, TerminalStyle(width: 80), TableLayout(isWide: true)),
            Look("details-narrow", .table, TerminalStyle(width: 50), TableLayout(isWide: true)),
            Look("details-colour", .table, colourful, TableLayout(isWide: true)),
            Look("plain", .table, nil),
            Look("json", .json, nil),
            Look("jsonl", .jsonl, nil), Look("csv", .csv, nil), Look("markdown", .markdown, nil),
            Look("html", .html, nil),
        ])
    func writesReports(look: Look) throws {
        expectSnapshot(
            look.format.writer(terminal: look.terminal, layout: look.layout).text(of: try Sample.whole()),
            named: look.name)
    }

    @Test(
        "an item matches its snapshot",
        arguments: [
            Look("item-table", .table, TerminalStyle(width: 80)),
            Look("item-colour", .table, colourful),
            Look("item-plain", .table, nil),
            Look("item-json", .json, nil), Look("item-csv", .csv, nil),
            Look("item-markdown", .markdown, nil), Look("item-html", .html, nil),
        ])
    func writesItems(look: Look) throws {
        expectSnapshot(
            look.format.writer(terminal: look.terminal).text(of: try Sample.photo()), named: look.name)
    }

    @Test(
        "an item of several sources matches its snapshot, with every credit",
        arguments: [
            Look("shared-table", .table, TerminalStyle(width: 80)),
            Look("shared-narrow", .table, TerminalStyle(width: 50)),
            Look("shared-details", .table, TerminalStyle(width: 80), TableLayout(isWide: true)),
            Look("shared-markdown", .markdown, nil),
            Look("shared-html", .html, nil),
        ])
    func writesShared(look: Look) throws {
        let writer = look.format.writer(terminal: look.terminal, layout: look.layout)
        let item = try Sample.shared()
        let text = writer.text(of: try Sample.report([item])) + "\n" + writer.text(of: item)
        expectSnapshot(text.leavingOutStyle, named: look.name)
    }

    @Test(
        "selected fields match their snapshot",
        arguments: [
            Look("fields-table", .table, TerminalStyle(width: 80)),
            Look("fields-plain", .table, nil),
            Look("fields-json", .json, nil),
            Look("fields-jsonl", .jsonl, nil), Look("fields-csv", .csv, nil),
            Look("fields-markdown", .markdown, nil), Look("fields-html", .html, nil),
        ])
    func writesFields(look: Look) throws {
        let fields = try FieldSelection("title, creator.name,renditions.url,size")
        let writer = look.format.writer(fields: fields, terminal: look.terminal)
        expectSnapshot(writer.text(of: try Sample.whole()), named: look.name)
    }

    @Test(
        "the status report matches its snapshot",
        arguments: [
            Look("status", .table, TerminalStyle(width: 80)), Look("status-colour", .table, colourful),
            Look("status-plain", .table, nil),
        ])
    func writesStatus(look: Look) throws {
        let clock = WallClock(now: Date(timeIntervalSince1970: 1_699_990_000), offset: { _ in 3600 })
        let status = StatusReport(terminal: look.terminal, clock: clock, steps: .sample)
        expectSnapshot(status.text(of: try Sample.whole()), named: look.name)
    }

    @Test("a provider matches its snapshot", arguments: ProvidersView.Form.allCases)
    func writesProviders(form: ProvidersView.Form) throws {
        let providers = try ProviderWithKey.configuration(2).providers
        let terminal = form == .table ? TerminalStyle(width: 80) : nil
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        var state = ProviderState()
        state.quota = QuotaState(limit: 50, remaining: 46, start: now - 900, reset: now + 2700)
        state.deferral = Pause(until: now + 120, Wording.Services.pause)
        state.last = .init(now - 3, Wording.Services.pause, isAnswer: false)
        let view = ProvidersView(
            form, terminal: terminal, states: ["alpha": state], now: now, steps: .sample)
        expectSnapshot(view.text(of: providers), named: "providers-\(form)")
        guard form == .table else { return }
        let detailed = ProvidersView(
            form, isDetailed: true, terminal: terminal, states: ["alpha": state], now: now, steps: .sample)
        expectSnapshot(detailed.text(of: providers), named: "providers-details")
    }

    @Test("a credit matches its snapshot")
    func writesCredit() throws {
        expectSnapshot(CreditView().text(of: try Sample.answer()), named: "credit")
    }
}

extension String {
    /// A page without its style sheet, which another snapshot contains.
    fileprivate var leavingOutStyle: String {
        split(separator: "<style>", omittingEmptySubsequences: false).enumerated().map { place, part in
            place == 0 ? part : part.split(separator: "</style>", maxSplits: 1).last ?? part
        }.joined()
    }
}
