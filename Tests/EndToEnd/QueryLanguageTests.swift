import ForageCore
import JSON
import Platform
import TestReaders
import TestWording
import Testing

@Suite("The query language on the command line")
struct QueryLanguageTests {
    @Test("a field of the query and the option of the same name are equivalent")
    func fieldsAndOptions() async throws {
        for (typed, options) in [
            ("owl kind:topic", ["owl", "--kind", "topic"]), ("owl -barn", ["owl", "--not", "barn"]),
            ("owl !duckduckgo", ["owl", "-p", "duckduckgo"]),
        ] {
            let inQuery = try await forageAtSandbox(["search", typed])
            #expect(inQuery.code == 0)
            #expect(inQuery.outputLines.count > 1)
            #expect(try await forageAtSandbox(["search"] + options).output == inQuery.output)
        }
        let after = try await forageAtSandbox(["search", "--", "owl", "-barn"])
        #expect(after.output == (try await forageAtSandbox(["search", "owl -barn"])).output)
    }

    @Test("excluded words and phrases apply to every result")
    func words() async throws {
        let all = try await forageAtSandbox(["search", "barn owl", "--fields", "title,summary,tags"])
        let without = try await forageAtSandbox(["search", "owl -barn", "--fields", "title,summary,tags"])
        #expect(all.output.lowercased().contains("barn"))
        #expect(!without.outputLines.isEmpty && !without.output.lowercased().contains("barn"))
        let phrase = try await forageAtSandbox(["search", #""barn owl""#, "-f", "json"])
        let items = try phrase.json["items"].list
        #expect(!items.isEmpty)
        for item in items {
            let text = [item["title"].string, item["summary"].string].compactMap(\.self).joined(
                separator: " ")
            #expect(text.lowercased().contains("barn owl"))
        }
    }

    @Test("JSON shows how each filter was handled, and so does --explain after the results")
    func handling() async throws {
        let typed = ["search", "owl kind:topic after:2020"]
        let outcome = try await forageAtSandbox(typed + ["-f", "json"]).json["outcomes"].list[0]
        let filters = outcome["filters"].list.map { [$0["filter"].string, $0["handling"].string] }
        #expect(filters == [["after", "impossible"], ["kind", "applied"]])
        #expect(outcome["notes"].list.map { $0["note"].string } == ["unsupported"])
        let explained = try await forageAtSandbox(typed + ["--explain"])
        #expect(
            explained.messageLines[0].split(whereSeparator: \.isWhitespace) == [
                "filters", "after:2020-01-01", "kind:topic",
            ])
        #expect(explained.messageLines[1].contains("duckduckgo  \(Wording.Results.notPossible)"))
        #expect(!(try await forageAtSandbox(typed)).messages.contains(Wording.Results.notPossible))
    }

    @Test("--explain shows the terms of each score")
    func explained() async throws {
        let explained = try await forageAtSandbox(["search", "owl", "--explain", "-n", "5", "-f", "json"])
        let items = try explained.json["items"].list
        #expect(items.count == 5)
        for item in items {
            let terms = item["explain"]["terms"].list
            #expect(!terms.isEmpty)
            let sum = terms.compactMap { $0["value"].int }.reduce(0, +)
            #expect(sum == item["explain"]["score"].int)
        }
    }

    @Test(
        "an explanation appears in Markdown and HTML if its fields are selected",
        arguments: ["markdown", "html"])
    func explainedTable(format: String) async throws {
        let ending = try await forageAtSandbox([
            "search", "owl", "--explain", "-n", "1", "--fields", "id,explain.score", "-f", format,
        ])
        #expect(ending.code == 0)
        #expect(ending.output.contains("explain.score"))
        #expect(ending.output.contains("166666666667"))
    }

    @Test("--strict leaves out providers that do not support a filter")
    func strict() async throws {
        let late = try await forageAtSandbox(["search", "owl after:2020", "--strict"])
        #expect(late.code == 1)
        #expect(late.output.isEmpty)
        #expect(late.messages.contains(Wording.Results.skipped(Wording.Results.leftOut("after:2020-01-01"))))
        let red = try await forageAtSandbox(["search", "owl colour:red", "--strict"])
        #expect(red.messages.contains(Wording.Results.skipped(Wording.Results.leftOut("colour:red"))))
        #expect(try await forageAtSandbox(["search", "owl kind:topic", "--strict"]).code == 0)
    }

    @Test("results without a licence never pass a licence filter")
    func licences() async throws {
        let ending = try await forageAtSandbox(["search", "owl licence:modify", "-f", "json"])
        let items = try ending.json["items"].list
        #expect(items.allSatisfy { $0["licence"]["permissions"].list.contains { $0.string == "modify" } })
        #expect(ending.output.contains("\"unstated\""))
        let none = try await forageAtSandbox(["search", "owl licence:unsplash"])
        #expect(none.code == 0 && none.output.isEmpty)
    }

    @Test("on a terminal an error is marked in the query")
    func pointer() async throws {
        let screen = try PseudoTerminal(width: 60)
        let ending = try await forageAtSandbox(
            ["search", "barn  \u{1F989} owl", "lisence:by"], screen: screen, environment: ["LANG": "C.UTF-8"])
        #expect(ending.code == 64)
        let lines = ending.output.split(separator: "\r\n")
        #expect(lines.count == 3)
        #expect(
            lines.first?.hasPrefix(
                "forage: \(Wording.Queries.atCharacter(13))\(Wording.Usage.notAFilter("lisence", didYouMean: "licence"))"
            )
                == true)
        #expect(lines.dropFirst().first == "  barn \u{1F989} owl lisence:by")
        #expect(lines.last == "              ^~~~~~~")
    }

    @Test("every field is documented as it is")
    func documentation() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/search.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let rows = QueryField.all.map { field in
            let names = ["`\(field.name):\(field.placeholder)`"] + field.otherNames.map { "`\($0):`" }
            return
                "| \(names.joined(separator: ", ")) | `--\(field.flag) \(field.placeholder)` | \(field.help) |"
        }
        #expect(text.contains(rows.joined(separator: "\n")), "\(rows.joined(separator: "\n"))")
    }
}
