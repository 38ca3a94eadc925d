import ForageCore
import ForageFormats
import Testing

@Suite("CSV output")
struct CSVTests {
    private func rows(_ items: [Item]) throws -> [[String: String]] {
        let rows = try CSVRows(OutputFormat.csv.writer().text(of: Sample.report(items))).rows
        return rows.dropFirst().map { Dictionary(zip(rows[0], $0), uniquingKeysWith: { one, _ in one }) }
    }

    @Test("every row has a cell for every field")
    func shape() throws {
        let rows = try CSVRows(OutputFormat.csv.writer().text(of: Sample.report(Hostile.items()))).rows
        #expect(rows.count == Hostile.texts.count + 1)
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows[0].starts(with: ["id", "kind", "title", "summary", "pageURL", "creator.name"]))
        #expect(Set(rows[0]).isSubset(of: FieldSelection.names))
    }

    @Test("every field of an item is in its row")
    func facts() throws {
        let row = try rows([Sample.photo()])[0]
        #expect(row["title"] == "Red fox standing in the snow")
        #expect(row["attribution.text"] == (try Sample.photo().attribution.text))
        #expect(row["attribution.html"] == (try Sample.photo().attribution.html))
        #expect(row["attribution.source.name"] == "Unsplash" && row["attribution.source"] == nil)
        #expect(row["size.width"] == "6000" && row["place.longitude"] == "-22.5")
        #expect(row["tags"] == #"["fox","snow"]"#)
        #expect(row["renditions"]?.hasPrefix(#"[{"role":"icon","url":"#) == true)
    }

    @Test("a text reads back unchanged, except for terminal controls", arguments: Hostile.texts)
    func readsBack(text: String) throws {
        let item = try #require(Hostile.item(text))
        let cell = try #require(try rows([item])[0]["title"])
        let read = cell.hasPrefix("'") ? String(cell.dropFirst()) : cell
        let expected = item.title.replacing("\r\n", with: "\n").unicodeScalars.filter { scalar in
            !("\u{202A}"..."\u{202E}" ~= scalar || "\u{2066}"..."\u{2069}" ~= scalar)
        }
        #expect(read.unicodeScalars.count == expected.count)
        for (one, other) in zip(read.unicodeScalars, expected) where one != other {
            #expect(other.properties.generalCategory == .control)
        }
    }

    @Test(
        "a text is never read as a formula, and its protection can be removed",
        arguments: [
            ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("'tis", "''tis"),
            ("＝1", "'＝1"), ("\u{202E}=1", "'=1"), ("a=1", "a=1"), ("1-1", "1-1"),
        ])
    func formulas(text: String, cell: String) throws {
        #expect(try rows([Sample.item("1", title: text)])[0]["title"] == cell)
    }

    @Test(
        "a combining character after a quotation mark, comma or space ends no cell",
        arguments: ["a\"\u{301},=1+1,b", "\u{301}a", "\u{FE0F},\"", "x\u{301} y", "a,\u{200D}b"])
    func combining(title: String) throws {
        let row = try rows([Sample.item("1", title: title)])[0]
        #expect(row["title"].map { Array($0.utf8) } == Array(title.utf8))
        #expect(row["pageURL"]?.hasPrefix("https://") == true)
    }

    @Test("explanations have their own columns, only if requested")
    func explained() throws {
        let writer = OutputFormat.csv.writer()
        let rows = writer.text(of: try Sample.explained()).split(separator: "\r\n")
        #expect(
            rows[0].hasSuffix(
                ",explain.score,explain.sortedBy,explain.round,explain.turn.provider,explain.turn.number,"
                    + "explain.terms,explain.merged,explain.from"))
        #expect(rows[1].contains(",238095238096,score,1,,,\"[{\"\"provider\"\":"))
        #expect(!writer.text(of: try Sample.whole()).contains("explain"))
    }
}

/// Reads CSV strictly by RFC 4180.
private struct CSVRows {
    struct Broken: Error {}

    private(set) var rows: [[String]] = []

    init(_ text: String) throws {
        var row: [String] = []
        var rest = text.unicodeScalars[...]
        while !rest.isEmpty {
            row.append(try Self.cell(&rest))
            switch rest.popFirst() {
            case ",": continue
            case "\r":
                guard rest.popFirst() == "\n" else { throw Broken() }
                rows.append(row)
                row = []
            default: throw Broken()
            }
        }
    }

    private static func cell(_ rest: inout Substring.UnicodeScalarView) throws -> String {
        var cell = String.UnicodeScalarView()
        guard rest.first == "\"" else {
            while let scalar = rest.first, scalar != ",", scalar != "\r" {
                guard scalar != "\"", scalar != "\n" else { throw Broken() }
                cell.append(rest.removeFirst())
            }
            return String(cell)
        }
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar != "\"" {
                cell.append(scalar)
            } else if rest.first == "\"" {
                cell.append(rest.removeFirst())
            } else {
                return String(cell)
            }
        }
        throw Broken()
    }
}
