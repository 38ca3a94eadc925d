import Markup
import Testing

@Suite("The root element of XML")
struct XMLRootTests {
    /// Reads a text in pieces of the given number of bytes.
    private func root(of bytes: [UInt8], by pieceByteCount: Int = .max) throws(XMLError) -> XMLRoot {
        var reader = XMLRootReader()
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(pieceByteCount))
            rest = rest.dropFirst(piece.count)
            if let root = try reader.read(piece.span.bytes) { return root }
        }
        return try reader.finish()
    }

    private func result(of bytes: [UInt8], by pieceByteCount: Int = .max) -> Result<XMLRoot, XMLError> {
        do throws(XMLError) { return .success(try root(of: bytes, by: pieceByteCount)) } catch {
            return .failure(error)
        }
    }

    @Test("the root has its names and attributes, with entities replaced")
    func parts() throws {
        let text = """
            <!DOCTYPE s:a [<!ENTITY e "1 &amp; 2"><!ENTITY ns "urn:x">]>
            <s:a xmlns:s="&ns;" b="&e;" s:c="3" d=' 4\n5 '><f g="6"/>
            """
        let root = try root(of: Array(text.utf8))
        #expect(root.localName == "a")
        #expect(root.prefix == "s")
        #expect(root.namespace == "urn:x")
        #expect(root["b"] == "1 & 2")
        #expect(root["c"] == nil)
        #expect(root["d"] == " 4 5 ")
        #expect(root.attributes.count == 2)
    }

    @Test("the root is the same for all piece sizes", arguments: Documents.short)
    func cutting(document: Documents.Case) {
        let whole = result(of: document.bytes)
        for pieceByteCount in [1, 2, 3, 5, 7, 64, 1000] {
            #expect(result(of: document.bytes, by: pieceByteCount).asText == whole.asText)
        }
    }

    @Test("every sample document gives its expected result", arguments: Documents.all)
    func finding(document: Documents.Case) {
        let result = result(of: document.bytes)
        switch (document.expectation, result) {
        case (.attributes(let expected), .success(let root)):
            #expect(Dictionary(root.attributes.map { ($0.name, $0.value) }) { $1 } == expected)
        case (.malformed, .failure(.malformed(let line, let reason))):
            #expect(line > 0 && !reason.isEmpty)
        case (.reason(let expected, let expectedLine), .failure(.malformed(let line, let reason))):
            #expect(reason == expected)
            #expect(line == expectedLine)
        case (.truncated, .failure(.truncated)): break
        case (.unsupportedEncoding(let expected), .failure(.unsupportedEncoding(let name))):
            #expect(name == expected)
        case (.limit(let expected), .failure(.limitExceeded(let limit))): #expect(limit == expected)
        default: Issue.record("\(document.name): \(result)")
        }
    }

    @Test("a root with very many errors is malformed", arguments: ["&", "&#", "&&&>", "& &a;"])
    func manyMistakes(mistake: String) {
        let few = result(of: Array("<a w='\(mistake)'/>".utf8))
        let text = String(repeating: mistake, count: 1_000_000 / mistake.utf8.count)
        let many = result(of: Array("<a w='\(text)'/>".utf8))
        guard case .failure(.malformed(let line, _)) = many else {
            Issue.record("\(many)")
            return
        }
        #expect(few.asText == many.asText)
        #expect(line == 1)
    }
}

extension Result where Success == XMLRoot, Failure == XMLError {
    /// The result without libxml2's wording, which may quote the current piece.
    fileprivate var asText: String {
        switch self {
        case .success(let root): "\(root)"
        case .failure(.malformed): "malformed"
        case .failure(let fault): "\(fault)"
        }
    }
}
