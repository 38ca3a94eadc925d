import Platform
import Testing

@Suite("Text folded for comparison")
struct FoldingTests {
    @Test(
        "case, accents, width and invisible characters are ignored",
        arguments: [
            ("Łódź", "lodz"), ("Søren ØRSTED", "soren orsted"), ("STRASSE", "strasse"), ("Straße", "strasse"),
            ("Crème Brûlée", "creme brulee"), ("Tiếng Việt", "tieng viet"), ("İstanbul", "istanbul"),
            ("ＦＵＬＬ　ｗｉｄｔｈ", "full width"), ("ﬂight", "flight"), ("soft\u{AD}hyphen", "softhyphen"),
            ("zero\u{200B}width", "zerowidth"), ("Ёлка", "елка"), ("ΆΛΦΑ", "αλφα"), ("Σίσυφος", "σισυφοσ"),
            ("שָׁלוֹם", "שלום"), ("مُحَمَّد", "محمد"), ("ASCII only", "ascii only"), ("", ""),
        ])
    func folds(text: String, expected: String) {
        #expect(Array(text.folded.utf8) == Array(expected.utf8))
    }

    @Test("marks that are part of the spelling stay", arguments: ["की", "が", "ที่", "क्षि"])
    func keepsSpelling(text: String) {
        #expect(text.folded == text)
    }

    @Test("folding twice is folding once", arguments: Sample.all)
    func foldsOnce(sample: Sample) {
        #expect(sample.text.folded.folded == sample.text.folded)
    }

    @Test(
        "text in any script is split into words",
        arguments: [
            ("Red  fox, running—fast!", ["red", "fox", "running", "fast"]),
            ("l’été d'Anaïs", ["l", "ete", "d", "anais"]),
            ("snow_leopard 2024", ["snow", "leopard", "2024"]),
            ("富士山 Fuji", ["富", "士", "山", "fuji"]),
            ("さくら", ["さ", "く", "ら"]),
            ("한국 사진", ["한국", "사진"]),
            ("हिन्दी चित्र", ["हिन्दी", "चित्र"]),
            ("\u{903} \u{301} \u{20DD}", []),
            ("  …—!! ", []),
            ("", []),
        ])
    func findsWords(text: String, expected: [String]) {
        #expect(text.words == expected)
    }

    @Test(
        "a slug joins words with hyphens, and keeps text without spaces in one piece",
        arguments: [
            ("Red fox, running—fast!", "red-fox-running-fast"), ("l’été", "l-ete"),
            ("日本語タイトル 梟", "日本語タイトル-梟"), ("富士山 Fuji山", "富士山-fuji-山"), ("佐々木 梟", "佐々木-梟"), ("…", ""),
        ])
    func slug(text: String, expected: String) {
        #expect(text.slug == expected)
    }

    @Test("a run of 200 000 combining marks is folded in bounded time")
    func boundsMarks() {
        let marks = String(repeating: "\u{301}\u{327}", count: 100_000)
        #expect(("a" + marks).folded == "a")
    }
}
