import Markup
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite("Warnings of libxml2 about text from third parties", .serialized)
struct SilenceTests {
    @Test(
        "no warning about XML is printed",
        arguments: [
            "<!DOCTYPE svg [<!ATTLIST svg a (q|q) #IMPLIED>\u{1B}]0;PWNED\u{7} ]><svg/>",
            "<!DOCTYPE svg [<!ATTLIST svg a (q|q) #IMPLIED>]><svg/>",
            "<!DOCTYPE svg [<!ENTITY lt \"x\">]><svg/>",
            "<!DOCTYPE svg [<!ATTLIST svg a ID 'x' b ID 'y'>]><svg/>", "<svg w='&x;' :a='1'", "\u{1B}<",
        ])
    func xml(text: String) throws {
        let printed = try printed {
            for pieceByteCount in [1, 1000] {
                var reader = XMLRootReader()
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(pieceByteCount))
                    rest = rest.dropFirst(piece.count)
                    guard let root = try? reader.read(piece.span.bytes) else { continue }
                    if root.localName == "svg" { break }
                }
                _ = try? reader.finish()
            }
        }
        #expect(!printed.contains("error :"))
    }

    @Test("no warning about invalid bytes of an encoding is printed")
    func encoding() throws {
        let start = Array("<?xml version='1.0' encoding='windows-1252'?><svg id='".utf8)
        let printed = try printed {
            var reader = XMLRootReader()
            _ = try? reader.read((start + [0x81, 0x8D] + Array("'/>".utf8)).span.bytes)
            _ = try? reader.finish()
        }
        #expect(!printed.contains("encoder"))
    }

    @Test(
        "no warning about HTML is printed", arguments: ["<p \u{1B}]0;x\u{7}=<q></b>&nope;", "<a href='\u{1}"])
    func html(text: String) throws {
        let printed = try printed { _ = HTMLFragment(text).text }
        #expect(!printed.contains("error :"))
    }

    /// Everything that the process prints to standard error meanwhile, including the output of other tests.
    private func printed(_ body: () -> Void) throws -> String {
        var ends: [CInt] = [0, 0]
        try #require(pipe(&ends) == 0)
        let standardError = dup(STDERR_FILENO)
        dup2(ends[1], STDERR_FILENO)
        body()
        dup2(standardError, STDERR_FILENO)
        close(standardError)
        close(ends[1])
        defer { close(ends[0]) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(ends[0], &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
