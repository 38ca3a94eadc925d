import ForageCore
import ForageFormats
import JSON
import Testing

@Suite("URL templates in JSON")
struct TemplateTests {
    @Test("a file with other sizes has a template, which the schema describes")
    func writesTemplate() throws {
        let text = "https://images.example.com/owl?w={width}&dpr={dpr}"
        let item = try Sample.item("1", title: "Owl") { draft in
            draft.renditions = [
                Rendition(.original, at: "https://images.example.com/owl", template: URLTemplate(text)),
                Rendition(.icon, at: "https://images.example.com/face"),
            ]
        }
        let document = OutputFormat.json.writer().text(of: try Sample.report([item]))
        let written = try #require(
            JSONDocument(Array(document.utf8)).root["items"].elements.first { _ in true })
        let files = written["renditions"].elements.map { $0["template"].string }
        #expect(files == [nil, text])
        #expect(try SchemaCheck().faults(in: document) == [])
    }

    @Test("the templates can be selected on their own")
    func selects() throws {
        let fields = try FieldSelection("renditions.template")
        let item = try Sample.item("1", title: "Owl") { draft in
            draft.renditions = [
                Rendition(.full, at: "https://a.example/", template: URLTemplate("https://a.example/{width}"))
            ]
        }
        let line = OutputFormat.jsonl.writer(fields: fields).text(of: item)
        #expect(line == "{\"renditions\":[{\"template\":\"https://a.example/{width}\"}]}\n")
    }
}
