import ForageCore
import JSON
import Platform
import TestPlaces
import Testing

@testable import ForageFormats

@Suite("Output formats with hostile text")
struct HostileTests {
    static let terminals = [20, 50, 80, 200].map { TerminalStyle(width: $0) }

    @Test("JSON reads back with the same text")
    func readsBack() throws {
        let items = Hostile.items()
        #expect(items.count == Hostile.texts.count)
        let text = OutputFormat.json.writer().text(of: try Hostile.report(items))
        let root = try JSONDocument(Array(text.utf8), mode: .strict).root
        #expect(root["items"].count == items.count)
        for (item, value) in zip(items, root["items"].elements) {
            #expect(
                value["title"].string.map { Array($0.unicodeScalars) } == Array(item.title.unicodeScalars))
            #expect(value["summary"].string == item.summary)
            #expect(value["creator"]["name"].string == item.creator.fact?.name)
            #expect(value["attribution"]["html"].string == item.attribution.html)
            #expect(value["attribution"]["source"]["name"].string == item.attribution.source.name)
            #expect(value["tags"].elements.map(\.string) == item.tags)
            #expect(ItemID(value["id"].string ?? "") == item.id)
        }
    }

    @Test("every line of JSON lines is a document")
    func readsLinesBack() throws {
        let items = Hostile.items()
        let lines = OutputFormat.jsonl.writer().text(of: try Hostile.report(items)).split(separator: "\n")
        #expect(lines.count == items.count + 1)
        for (line, item) in zip(lines, items) {
            let root = try JSONDocument(Array(line.utf8), mode: .strict).root
            #expect(root["title"].string == item.title)
        }
        let end = try JSONDocument(Array((lines.last ?? "").utf8), mode: .strict).root
        #expect(end["next"].isNull && end["outcomes"].count == Hostile.texts.count)
    }

    @Test(
        "no control character reaches a terminal or a pipe",
        arguments: Campaign.some(2, of: [nil] + terminals.map(Optional.some)))
    func printsNoControl(terminal: TerminalStyle?) throws {
        let items = Hostile.items()
        let report = try Hostile.report(items)
        let fields = try FieldSelection("id,title,tags,creator,attribution.html")
        var output = OutputFormat.allCases.map { $0.writer(terminal: terminal).text(of: report) }
        output.append(StatusReport(terminal: terminal, steps: .sample).text(of: report))
        for item in items {
            output.append(CreditView(terminal: terminal).text(of: item))
        }
        output += OutputFormat.allCases.flatMap { format in
            items.map { format.writer(terminal: terminal).text(of: $0) }
                + [format.writer(fields: fields, terminal: terminal).text(of: report)]
        }
        for text in output { #expect(!isObeyed(text)) }
    }

    /// Whether a text contains terminal controls other than tabs and line ends.
    private func isObeyed(_ text: String) -> Bool {
        var isBehindReturn = false
        for scalar in text.unicodeScalars {
            if isBehindReturn, scalar != "\n" { return true }
            isBehindReturn = scalar == "\r"
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: continue
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2067: return true
            default: continue
            }
        }
        return isBehindReturn
    }

    @Test("a text of many terminal controls is written in usual time", .timeLimit(.minutes(1)))
    func manyMarks() throws {
        let marks = String(repeating: "\u{202E}", count: 100_000)
        let text = JSONText.text { $0.string(marks) }
        #expect(text.utf8.count == 6 * 100_000 + 2 && text.hasPrefix("\"\\u202E\\u202E"))
    }

    @Test("every isolate is closed on its line", arguments: terminals)
    func closesIsolates(terminal: TerminalStyle) throws {
        let text = OutputFormat.table.writer(terminal: terminal).text(of: try Hostile.report(Hostile.items()))
        for line in text.split(separator: "\n") {
            let depth = line.unicodeScalars.reduce(0) {
                $0 + ($1 == "\u{2068}" ? 1 : $1 == "\u{2069}" ? -1 : 0)
            }
            #expect(depth == 0)
        }
    }

    @Test("no row is wider than the terminal, except for ids and addresses", arguments: terminals)
    func fits(terminal: TerminalStyle) throws {
        let text = OutputFormat.table.writer(terminal: terminal).text(of: try Hostile.report(Hostile.items()))
        for line in text.split(separator: "\n") where !line.contains("https://") && !line.contains("example:")
        {
            #expect(String(line).displayWidth <= terminal.width)
        }
    }

    @Test("every result is one line with the same number of tabs", arguments: Hostile.texts.indices)
    func keepsColumns(index: Int) throws {
        let item = try #require(Hostile.item(Hostile.texts[index]))
        let text = OutputFormat.table.writer().text(of: try Hostile.report([item, item]))
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.count { $0 == "\t" } == 6 })
    }

    @Test("links and colours are the only escape sequences, and each is closed")
    func endsEscapes() throws {
        let style = TerminalStyle(width: 80, usesColour: true, usesLinks: true)
        let text = OutputFormat.table.writer(terminal: style).text(of: try Hostile.report(Hostile.items()))
        for line in text.split(separator: "\n") {
            #expect(line.components(of: "\u{1B}]8;;").isMultiple(of: 2))
            #expect(line.components(of: "\u{1B}[") == line.components(of: "\u{1B}[0m") * 2)
        }
    }

    @Test("credits of files never change direction or move the cursor", arguments: Hostile.texts)
    func creditsOfFiles(text: String) throws {
        let item = try #require(Hostile.item(text))
        let view = CreditsView([.init(text, item.sources.map(\.attribution))])
        for form in [CreditView.Form.text, .markdown, .html] {
            let written = view.text(as: form)
            let isSafe = written.unicodeScalars.allSatisfy { scalar in
                switch scalar.value {
                case 0x0A: true
                case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
                default: true
                }
            }
            #expect(isSafe, "\(form)")
        }
    }
}

extension Substring {
    /// The number of occurrences of the part.
    fileprivate func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
