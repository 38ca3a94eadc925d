import Markup
import Testing

/// Unusual and hostile documents, each with the expected result.
enum Documents {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        let expectation: Expectation

        var testDescription: String { name }
    }

    enum Expectation: Hashable, Sendable {
        case attributes([String: String])
        case malformed, truncated
        /// Malformed for this reason.
        case reason(String, line: Int = 1)
        case unsupportedEncoding(String)
        case limit(XMLLimit)
    }

    /// The documents that are short enough to test in many piece sizes.
    static let short = all.filter { $0.bytes.count < 25_000 }

    static let all =
        plain + broken + entities + documentTypes + encodings + labels + wrongLabels + lesserNames + hostile

    private static func text(_ name: String, _ text: String, _ expectation: Expectation) -> Case {
        Case(name: name, bytes: Array(text.utf8), expectation: expectation)
    }

    private static let plain = [
        text("alone", "<a/>", .attributes([:])),
        text("one attribute", "<a w='1'/>", .attributes(["w": "1"])),
        text("a mark of the end in a value", "<a w='1>2' h=\"/>\">", .attributes(["w": "1>2", "h": "/>"])),
        text("comment with a false root", "<!-- <a w='9'> --><a w='1'>", .attributes(["w": "1"])),
        text("comment that begins like its end", "<!--><s--><a w='1'/>", .attributes(["w": "1"])),
        text(
            "comment that begins more like its end", "<!---><a w='9'/>--><a w='1'/>", .attributes(["w": "1"])),
        text(
            "comments before and in the type", "<!--a--><!DOCTYPE a [<!-->]--> ]><!-->--><a w='1'/>",
            .attributes(["w": "1"])),
        text("no end of a comment that begins like it", "<!--><a w='1'/>", .malformed),
        text("instruction", "<?xml version='1.0'?><?x <a w='9'?>\n<a w='1'>", .attributes(["w": "1"])),
        text("XML 1.1", "<?xml version='1.1'?><a w='1'/>", .attributes(["w": "1"])),
        text("space in front", "\n\n <a w='1'/>", .attributes(["w": "1"])),
        text("junk behind", "<a w='1'></b>\u{1} <<", .attributes(["w": "1"])),
        text("unbound prefix of an attribute", "<a x:w='2' w='1'/>", .attributes(["w": "1"])),
        text("byte order mark", "\u{FEFF}<a w='1'/>", .attributes(["w": "1"])),
        text("references", "<a w='&#49;&lt;&#x32;'/>", .attributes(["w": "1<2"])),
        text("style sheet", "<?xml-stylesheet href='x.css'?><a w='1'/>", .attributes(["w": "1"])),
        text(
            "XInclude", "<a w='1' xmlns:x='urn:i'><x:include href='/etc/hostname'/></a>",
            .attributes(["w": "1"])),
        text(
            "prefix of a default", "<!DOCTYPE s:a [<!ATTLIST s:a xmlns:s CDATA 'urn:s' w CDATA '7'>]><s:a/>",
            .attributes(["w": "7"])),
        text(
            "default of the document type", "<!DOCTYPE a [<!ATTLIST a w CDATA '7'>]><a/>",
            .attributes(["w": "7"])),
        text(
            "long comment", "<!--" + String(repeating: "x", count: 300_000) + "--><a w='1'/>",
            .attributes(["w": "1"])),
    ]

    private static let broken = [
        text("nothing", "", .truncated),
        text("three bytes", "<a>", .attributes([:])),
        text("one byte", "<", .truncated),
        text("no sign of XML", "hi", .malformed),
        text("four bytes of something else", "RIFF", .malformed),
        text("only space", "   \n", .truncated),
        text("only a comment", "<!-- <a/> -->", .truncated),
        text("no end of the tag", "<a w='1' h='2'", .truncated),
        text("no end of a value", "<a w='1' h='2>", .truncated),
        text("no end of a comment", "<!-- <a w='1'>", .truncated),
        text("words", "hello world", .malformed),
        text("JSON", "{\"w\": 1}", .malformed),
        text("space in front of the declaration", " <?xml version='1.0'?><a/>", .malformed),
        text("attribute twice", "<a w='1' w='2'/>", .malformed),
        text("no quotes", "<a w=1 h='2'/>", .malformed),
        text("no value", "<a w='1' h/>", .reason("Specification mandates value for attribute h")),
        text("no space between", "<a w='1'h='2'/>", .malformed),
        text("tag in a tag", "<a w='1' <b/>", .malformed),
        text(
            "tag in a value", "<a w='1' h='<b/>'/>", .reason("Unescaped '<' not allowed in attributes values")
        ),
        text(
            "less-than sign in a value", "<a w='1'\n h='<' />",
            .reason("Unescaped '<' not allowed in attributes values", line: 2)),
        text("less-than sign in a value cut off", "<a w='1' h='<", .truncated),
        text("NUL in the tag", "<a w='1' \u{0} h='2'/>", .malformed),
        text("NUL in a value", "<a w='1' h='\u{0}2'/>", .malformed),
        text("control character in the tag", "<a w='1' \u{1} h='2'/>", .malformed),
        text("control character in a value", "<a w='1' h='\u{8}'/>", .malformed),
        text("ampersand alone", "<a w='1 & 2'/>", .malformed),
        text("version of the future", "<?xml version='9.9'?><a/>", .malformed),
        Case(
            name: "picture", bytes: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13],
            expectation: .malformed),
        Case(
            name: "no UTF-8", bytes: Array("<a w='".utf8) + [0xFF, 0xFE] + Array("'/>".utf8),
            expectation: .malformed),
    ]

    private static let entities = [
        text(
            "namespace from an entity", "<!DOCTYPE a [<!ENTITY n 'urn:n'>]><a xmlns='&n;' w='1'/>",
            .attributes(["w": "1"])),
        text(
            "in a default",
            "<!DOCTYPE a [<!ENTITY m '3'><!ENTITY n '&m;00'><!ATTLIST a w CDATA '&n;px'>]><a/>",
            .attributes(["w": "300px"])),
        text(
            "declared in a parameter entity, with a default",
            "<!DOCTYPE a [<!ENTITY % p \"<!ENTITY n '3'><!ATTLIST a w CDATA '&#38;n;'>\">%p;]><a/>",
            .attributes(["w": "3"])),
        text(
            "in a default after an external parameter entity",
            "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/hostname'>%x;<!ENTITY n '3'><!ATTLIST a w CDATA '&n;'>"
                + "]><a/>",
            .attributes(["w": "3"])),
        text(
            "external, in a default",
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'><!ATTLIST a w CDATA '&x;'>]><a/>",
            .malformed),
        text("undeclared in a default", "<!DOCTYPE a [<!ATTLIST a w CDATA '&x;'>]><a/>", .malformed),
        text("undeclared", "<a w='&x;'/>", .malformed),
        text(
            "undeclared, maybe declared by parameters",
            "<!DOCTYPE a [<!ENTITY % p ''>%p;]><a w='1&x;' h='2'/>",
            .attributes(["w": "1\u{FFFD}", "h": "2"])),
        text(
            "undeclared, maybe declared elsewhere", "<!DOCTYPE a SYSTEM 'a.dtd'><a w='&x;' h='2'/>",
            .attributes(["w": "\u{FFFD}", "h": "2"])),
        text(
            "undeclared, maybe declared elsewhere, of the name of a space",
            "<!DOCTYPE a SYSTEM 'a.dtd'><a xmlns='&n;' w='1'/>", .attributes(["w": "1"])),
        text(
            "undeclared, though all is said to be declared here",
            "<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'a.dtd'><a w='&x;'/>", .malformed),
        text(
            "external, unused", "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a w='1'>&x;</a>",
            .attributes(["w": "1"])),
        text(
            "external, used in an attribute",
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a w='&x;'/>", .malformed),
        text(
            "external, of parameters",
            "<!DOCTYPE a [<!ENTITY % x SYSTEM 'file:///etc/hostname'> %x;]><a w='1'/>",
            .attributes(["w": "1"])),
        text(
            "of itself", "<!DOCTYPE a [<!ENTITY x '&x;'>]><a w='&x;'/>",
            .reason("the entity x refers to itself")),
        text(
            "of itself by way of others",
            "<!DOCTYPE a [<!ENTITY e ''><!ENTITY t '&e;&x;'><!ENTITY x '&y;'><!ENTITY y '&e;&x;'>]><a w='&t;'/>",
            .reason("the entity x refers to itself")),
        text(
            "of itself, in a default", "<!DOCTYPE a [<!ENTITY x '&x;'><!ATTLIST a w CDATA '&x;'>]><a/>",
            .reason("the entity x refers to itself")),
        text(
            "of itself, of parameters",
            "<!DOCTYPE a [<!ENTITY % x '&#37;y;'><!ENTITY % y '&#37;x;'>%x;]><a/>",
            .reason("the entity x refers to itself")),
        text("nested, next to one of itself", nested(60, more: "<!ENTITY x '&x;'>"), .limit(.entityNesting)),
        text("tag out of an entity", "<!DOCTYPE a [<!ENTITY x '&#60;'>]><a w='&x;'/>", .malformed),
        text(
            "many declarations",
            "<!DOCTYPE a [" + (0..<10_500).map { "<!ENTITY e\($0) ''>" }.joined() + "]><a w='1'/>",
            .limit(.quotes)),
        text(
            "many uses",
            "<!DOCTYPE a [<!ENTITY x ''>]><a w='" + String(repeating: "&x;", count: 10_001) + "'/>",
            .limit(.entities)),
        text(
            "long texts in many values",
            "<!DOCTYPE a [<!ENTITY x '" + String(repeating: "x", count: 50_000) + "'>]><a "
                + (0..<40).map { "w\($0)='" + String(repeating: "&x;", count: 20) + "'" }
                .joined(separator: " ") + "/>", .limit(.entities)),
        text(
            "a long text in the names of spaces",
            "<!DOCTYPE a [<!ENTITY x '" + String(repeating: "x", count: 50_000) + "'>]><a xmlns:w='"
                + String(repeating: "&x;", count: 190) + "'/>", .limit(.entities)),
        text(
            "short texts in many values",
            "<!DOCTYPE a [<!ENTITY x 'http://www.w3.org/'>]><a w='1' "
                + (0..<400).map { "xmlns:w\($0)='&x;\($0)'" }.joined(separator: " ") + "/>",
            .attributes(["w": "1"])),
        text("laughs", laughs(in: "<a w='&l9;'/>"), .limit(.entityNesting)),
        text(
            "laughs in a default", laughs(more: "<!ATTLIST a w CDATA '&l9;'>", in: "<a/>"),
            .limit(.entityNesting)),
        text(
            "long texts in defaults",
            "<!DOCTYPE a [<!ENTITY x '" + String(repeating: "x", count: 50_000) + "'><!ATTLIST a "
                + (0..<40).map { "w\($0) CDATA '&x;' " }.joined() + ">]><a/>", .limit(.entities)),
        text("laughs of parameters", parameterLaughs, .limit(.parameterEntities)),
    ]

    private static func laughs(more: String = "", in root: String) -> String {
        "<!DOCTYPE a [<!ENTITY l0 'lololololo'>"
            + (1..<10).map { n in "<!ENTITY l\(n) '" + String(repeating: "&l\(n - 1);", count: 10) + "'>" }
            .joined()
            + more + "]>" + root
    }

    private static func nested(_ depth: Int, more: String) -> String {
        "<!DOCTYPE a [<!ENTITY l0 '1'>" + (1..<depth).map { "<!ENTITY l\($0) '&l\($0 - 1);'>" }.joined()
            + more + "]><a w='&l\(depth - 1);'/>"
    }

    private static let parameterLaughs =
        "<!DOCTYPE a [<!ENTITY % p0 ' '>"
        + (1..<20).map { n in
            "<!ENTITY % p\(n) '" + String(repeating: "&#37;p\(n - 1);", count: 10) + "'>"
        }.joined() + "%p19;]><a w='1'/>"

    private static let documentTypes = [
        type("comments like its end", String(repeating: "<!-- ] > -->", count: 300)),
        type("many comments like its end", String(repeating: "<!-- ] > -->", count: 1_400)),
        type("an instruction like its end", "<?x ]>?><!--" + String(repeating: "x", count: 20_000) + "-->"),
        type("marks in an instruction", "<?x don't?>"),
        type("marks in a comment", "<!-- don't \" ]> -->"),
        type("marks in a value", "<!ENTITY x \"it's ]> <!-- \"><!ENTITY y '<? \"'>"),
        type("dashes and question marks", "<!----><?x ??><!-- ->?> - -->"),
        type(
            "a list of values",
            "<!ATTLIST a b (c|d) #IMPLIED e NOTATION (f | g) #IMPLIED><!ELEMENT a (b|c)*>"),
        text(
            "a long type next to a comment",
            "<!-- <!D -->\n<?x <!D?><!DOCTYPE a PUBLIC 'b' \"]>[\"  >\n<a w='1'/>", .attributes(["w": "1"])),
        text("a type without an end", "<!DOCTYPE a [<!-- ]><a w='1'/>", .truncated),
        text("a type of another name", "<!DACTYPE a><a w='1'/>", .malformed),
        text("a type twice", "<!DOCTYPE a><!DOCTYPE a><a w='1'/>", .malformed),
        text("a type cut off", "<!D", .truncated),
        text(
            "a broken declaration in a parameter entity",
            "<!DOCTYPE a [<!ENTITY % p '<!FOO>'>%p;]><a w='1'/>", .reason("its markup is invalid")),
        text(
            "a broken declaration", "<!DOCTYPE a [<!FOO>]><a w='1'/>",
            .reason("DOCTYPE improperly terminated")),
        Case(
            name: "a type in UTF-16",
            bytes: utf16("\u{FEFF}<!DOCTYPE a [<!-- ]> 㸀㸾 --><?x ]>'?>]><a w='1'/>"),
            expectation: .attributes(["w": "1"])),
    ]

    private static func type(_ name: String, _ subset: String) -> Case {
        text(name, "<?xml version='1.0'?><!DOCTYPE a [\(subset) ] ><a w='1'/>", .attributes(["w": "1"]))
    }

    private static func values(_ count: Int, byteCount: Int = 0) -> String {
        let start = String(repeating: "v", count: byteCount)
        return (0..<count).map { "\(start)\($0)" }.joined(separator: "|")
    }

    private static let encodings = [
        Case(name: "UTF-16", bytes: utf16("\u{FEFF}<a w='1'/>"), expectation: .attributes(["w": "1"])),
        Case(
            name: "UTF-16 without a mark", bytes: utf16("<?xml version='1.0' encoding='utf-16'?><a w='1'/>"),
            expectation: .attributes(["w": "1"])),
        Case(
            name: "Latin-1",
            bytes: Array("<?xml version='1.0' encoding='ISO-8859-1'?><a w='".utf8) + [
                0xE9, 0x27, 0x2F, 0x3E,
            ],
            expectation: .attributes(["w": "é"])),
        Case(
            name: "Shift_JIS",
            bytes: Array("<?xml version='1.0' encoding='Shift_JIS'?><a w='".utf8) + [
                0x93, 0xFA, 0x27, 0x2F, 0x3E,
            ],
            expectation: .attributes(["w": "日"])),
        Case(
            name: "bytes that it does not have",
            bytes: Array("<?xml version='1.0' encoding='windows-1252'?><a w='".utf8) + [
                0x81, 0x27, 0x2F, 0x3E,
            ],
            expectation: .reason("it contains bytes that are not valid in windows-1252")),
        Case(
            name: "bytes that US-ASCII does not have",
            bytes: Array("<?xml version='1.0' encoding='US-ASCII'?>\n<a w='".utf8) + [0xE9]
                + Array("'/>".utf8),
            expectation: .reason("it contains bytes that are not valid in US-ASCII", line: 2)),
        Case(
            name: "half of a letter at the end",
            bytes: Array("<?xml version='1.0' encoding='Shift_JIS'?><a w='".utf8) + [0x93],
            expectation: .truncated),
        Case(
            name: "UTF-16 with neither mark nor declaration", bytes: utf16("<a w='1'/>"),
            expectation: .attributes(["w": "1"])),
        Case(
            name: "UTF-16 that is said to be Latin-1",
            bytes: utf16("\u{FEFF}<?xml version='1.0' encoding='ISO-8859-1'?><a w='1'/>"),
            expectation: .reason("it declares the encoding ISO-8859-1 but is not written in it")),
        Case(
            name: "UTF-16 that is said to be Shift_JIS",
            bytes: utf16("\u{FEFF}<?xml version='1.0' encoding='Shift_JIS'?><a w='é'/>"),
            expectation: .reason("it declares the encoding Shift_JIS but is not written in it")),
        text(
            "UCS-2 that is none", "<?xml version='1.0' encoding='UCS-2'?><a w='1'/>",
            .reason("it declares the encoding UCS-2 but is not written in it")),
        Case(
            name: "UTF-32", bytes: "<a w='1'/>".unicodeScalars.flatMap { [UInt8($0.value), 0, 0, 0] },
            expectation: .unsupportedEncoding("UTF-32")),
        text("HTML", "<?xml version='1.0' encoding='HTML'?><a w='1'/>", .unsupportedEncoding("HTML")),
        Case(
            name: "a surrogate alone", bytes: utf16("\u{FEFF}<a w='") + [0x00, 0xD8] + utf16("'/>"),
            expectation: .malformed),
        text(
            "unknown", "<?xml version='1.0' encoding='made-up'?><a w='1'/>", .unsupportedEncoding("made-up")),
        text("bytes of another", "<?xml version='1.0' encoding='utf-8'?><a w='1'/>", .attributes(["w": "1"])),
    ]

    private static func declared(_ encoding: String) -> String {
        "<?xml version='1.0' encoding='\(encoding)'?>"
    }

    /// Documents that libxml2 reads, or would read, in another encoding after the declaration.
    private static let labels = [
        ("UCS-2", false), ("UCS-2", true), ("ISO-10646-UCS-2", false), ("ISO-10646-UCS-2", true),
        ("UTF-16LE", false), ("UTF-16BE", true), ("utf-8", false),
    ].map { label, isHighFirst in
        Case(
            name: "UTF-16 that is said to be \(label)" + (isHighFirst ? ", great end first" : ""),
            bytes: utf16("\u{FEFF}\(declared(label))<!--漢--><a w='1'/>", isHighFirst: isHighFirst),
            expectation: .attributes(["w": "1"]))
    }

    private static let wrongLabels = [
        ("UTF-16BE", false), ("UTF-16LE", true), ("US-ASCII", false), ("US-ASCII", true), ("UCS-4", false),
        ("UTF-7", true),
    ].map { label, isHighFirst in
        Case(
            name: "UTF-16 that is wrongly said to be \(label)" + (isHighFirst ? ", great end first" : ""),
            bytes: utf16("\u{FEFF}\(declared(label))<a w='1'/>", isHighFirst: isHighFirst),
            expectation: .reason("it declares the encoding \(label) but is not written in it"))
    }

    /// Encodings that have the quotation marks at the same bytes as ASCII, by names that do not show it.
    private static let lesserNames = [
        "L1", "IBM437", "CP850", "IBM866", "TIS-620", "MS_Kanji", "CP932", "UHC", "CP949",
    ].map { name in
        text(
            "a long comment in \(name)",
            declared(name) + "<!--" + String(repeating: "x", count: 30_000) + "--><a w='1'/>",
            .attributes(["w": "1"]))
    }

    private static func utf16(_ text: String, isHighFirst: Bool = false) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
            return isHighFirst ? bytes.reversed() : bytes
        }
    }

    private static let hostile = [
        type("bearable lists", "<!ATTLIST a b (\(values(1_900))) #IMPLIED>"),
        text(
            "a long list", "<!DOCTYPE a [<!ATTLIST a b (\(values(2_100))) #IMPLIED>]><a/>",
            .limit(.enumerations)),
        text(
            "a long list of notations",
            "<!DOCTYPE a [<!ATTLIST a b NOTATION (\(values(2_100))) #IMPLIED>]><a/>",
            .limit(.enumerations)),
        Case(
            name: "a long list after a letter whose second byte looks like the type's end",
            bytes: Array("<?xml version='1.0' encoding='Shift_JIS'?><!DOCTYPE a [<!ATTLIST ".utf8) + [
                0x83, 0x5D,
            ]
                + Array("><!ATTLIST a b (\(values(20_000))) #IMPLIED>]><a/>".utf8),
            expectation: .limit(.enumerations)),
        text(
            "a list of long values",
            "<!DOCTYPE a [<!ATTLIST a b (\(values(500, byteCount: 1_000))) #IMPLIED>]><a/>",
            .limit(.enumerations)),
        text(
            "a long list out of entities",
            "<!DOCTYPE a [<!ENTITY % x '\(values(1_000))'>"
                + "<!ENTITY % d '<!ATTLIST a b (&#37;x;|&#37;x;|&#37;x;) #IMPLIED>'>%d;]><a/>",
            .limit(.enumerations)),
        text(
            "long parameter entities",
            "<!DOCTYPE a [<!ENTITY % x '<!--\(String(repeating: "x", count: 300_000))-->'>%x;%x;%x;%x;]><a/>",
            .limit(.parameterEntities)),
        text("value without end", "<a w='" + String(repeating: "1", count: 2_000_000), .limit(.bytes)),
        text("tag without end", "<a " + String(repeating: " ", count: 2_000_000), .limit(.bytes)),
        text("comment without end", "<!--" + String(repeating: "-x", count: 1_000_000), .limit(.bytes)),
        text(
            "many attributes", "<a " + (0..<60_000).map { "a\($0)='' " }.joined() + "w='1'/>", .limit(.quotes)
        ),
        text("bearable attributes", "<a " + (0..<7_000).map { "a\($0)='' " }.joined() + "<b/>", .malformed),
        text(
            "many defaults",
            "<!DOCTYPE a [" + (0..<60_000).map { "<!ATTLIST a a\($0) CDATA ''>" }.joined() + "]><a/>",
            .limit(.quotes)),
        text(
            "quotes that cannot be counted",
            "<?xml version='1.0' encoding='UTF-7'?><a "
                + (0..<50_000).map { "a\($0)+AD0AIgAi- " }.joined() + "/>", .limit(.bytes)),
        Case(
            name: "many attributes in UTF-16",
            bytes: utf16("\u{FEFF}<a " + (0..<8_001).map { "a\($0)='' " }.joined() + "w='1'/>"),
            expectation: .limit(.quotes)),
        Case(
            name: "letters in UTF-16 whose bytes look like quotation marks",
            bytes: utf16("\u{FEFF}<!--" + String(repeating: "漢∢✧", count: 10_000) + "--><a w='1'/>"),
            expectation: .attributes(["w": "1"])),
        text("deep", "<a w='1'>" + String(repeating: "<b>", count: 100_000), .attributes(["w": "1"])),
    ]
}
