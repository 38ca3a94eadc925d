import ForageCore
import JSON
import TestWording
import Testing

@testable import ForageFormats

@Suite("The list of providers")
struct ProvidersViewTests {
    private static let fault =
        "museum.json:7:13: \(Wording.Definitions.notAPart("hots", of: #""about""#))\nsee there"
    private static let reason =
        Wording.Settings.definitionRefused(
            #"museum.json:7:13: \#(Wording.Definitions.notAPart("hots", of: #""about""#)) see there"#)

    private func text(_ form: ProvidersView.Form, _ terminal: TerminalStyle? = nil) throws -> String {
        let providers = try ProviderWithKey.configuration(2).providers
        return ProvidersView(
            form, isDetailed: true, terminal: terminal, faults: ["alpha": Self.fault], steps: .sample
        ).text(
            of: providers)
    }

    @Test("a provider with a refused definition gives the reason on one line")
    func refused() throws {
        let provider = try JSONDocument(Array(text(.json).utf8)).root["providers"][0]
        #expect(provider["state"].string == "refused")
        #expect(provider["reason"].string == Self.reason)
        let columns = try text(.table).split(separator: "\n")[0].split(
            separator: "\t", omittingEmptySubsequences: false)
        #expect(columns[1] == "refused" && columns[5] == Self.reason)
        #expect([2, 3, 4, 6, 7].allSatisfy { columns[$0].isEmpty })
    }

    @Test("the table of capabilities leaves it out")
    func markdown() throws {
        let rows = try text(.markdown).split(separator: "\n").dropFirst(2)
        #expect(rows.count == 1 && rows.allSatisfy { $0.contains("beta") })
    }

    @Test("on a screen nothing else is shown about it")
    func onScreen() throws {
        let lines = try text(.table, TerminalStyle(width: 200)).split(separator: "\n")
        #expect(lines[0].hasPrefix("alpha  refused"))
        #expect(lines[1] == "  \(Self.reason)")
        #expect(lines[2].hasPrefix("beta"))
    }

    @Test("the list has a line for each provider, with the reason why it is not asked", arguments: [60, 200])
    func list(width: Int) throws {
        let view = ProvidersView(.table, terminal: TerminalStyle(width: width), steps: .sample)
        let lines = try view.text(of: ProviderWithKey.configuration(2).providers).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("alpha  skipped  photo, topic  needs the key ALPHA_KEY"))
        #expect(lines.allSatisfy { $0.count <= width })
    }

    @Test(
        "a missing key is shown if it is needed, and not if services are simulated",
        arguments: [true, false])
    func keys(needsKeys: Bool) throws {
        let view = ProvidersView(
            .table, isDetailed: true, terminal: TerminalStyle(width: 200), needsKeys: needsKeys,
            steps: .sample)
        let providers = try ProviderWithKey.configuration(2).providers
        #expect(view.text(of: providers).contains("not set") == needsKeys)
    }

    @Test("an unset key is missing only if it is required", arguments: [true, false])
    func keys(isNeeded: Bool) throws {
        let text = ProvidersView(.json, needsKeys: isNeeded, steps: .sample).text(
            of: try ProviderWithKey.configuration(1).providers)
        let states = try JSONDocument(Array(text.utf8)).root["providers"][0]["keys"].elements
            .map { $0["state"].string }
        #expect(states == [isNeeded ? "missing" : "optional", "optional"])
    }

    @Test(
        "the capabilities are described in one sentence",
        arguments: [
            (Capabilities(), "supports search; "),
            (Capabilities(browses: true), "supports search and browse; "),
            (
                Capabilities(browses: true, browsesDays: true),
                "supports search, browse and browse days; "
            ),
            (Capabilities(searches: false), "supports nothing; "),
        ] as [(Capabilities, String)])
    func abilities(capabilities: Capabilities, words: String) throws {
        let providers = try ProviderWithKey.configuration(1, capabilities: capabilities).providers
        let text = ProvidersView(
            .table, isDetailed: true, terminal: TerminalStyle(width: 200), steps: .sample
        ).text(of: providers)
        #expect(text.contains(words), "\(text)")
    }
}
