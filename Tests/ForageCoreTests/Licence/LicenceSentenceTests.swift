import ForageCore
import Testing

@Suite("Creative Commons licences in sentences")
struct LicenceSentenceTests {
    private static let sentences: [(sentence: String, id: String?)] = [
        ("(c) Ines Dahl, some rights reserved (CC BY-NC 4.0)", "cc-by-nc-4.0"),
        ("Licensed under CC BY-SA", "cc-by-sa"), ("cc-by-nc", "cc-by-nc"),
        ("Creative Commons Attribution-NonCommercial-ShareAlike 3.0 Unported", "cc-by-nc-sa-3.0"),
        ("Creative Commons Attribution No Derivatives 2.0", "cc-by-nd-2.0"),
        ("This work is CC0 1.0.", "cc0-1.0"), ("Creative Commons Zero", "cc0"),
        ("Public Domain Mark 1.0", "pdm-1.0"),
        ("See https://creativecommons.org/licenses/by/4.0/, with thanks", "cc-by-4.0"),
        ("See <a href=\"http://creativecommons.org/publicdomain/zero/1.0/deed.fi\">here</a>", "cc0-1.0"),
        ("CC BY 4.0 or CC BY-NC 4.0", nil), ("All rights reserved", nil),
        ("© 2020 Ada. All rights reserved. Music by Eve (CC BY 3.0)", nil), ("cc Ines Dahl", nil), ("", nil),
        ("by Ines Dahl", nil), ("CC-BY-3.0-NZ", "cc-by-3.0-nz"), ("Owl (CC BY-SA 2.0 FR)", "cc-by-sa-2.0-fr"),
        ("CC BY 3.0 by Ada", "cc-by-3.0"), ("CC BY 4.0 DE", "cc-by-4.0"),
    ]

    @Test("the one licence that a sentence names is found", arguments: sentences)
    func found(sentence: String, id: String?) {
        let licence = Licence(creativeCommonsIn: sentence)
        #expect(licence?.id == id)
        #expect(licence.map { $0.terms != nil } ?? true)
    }
}
