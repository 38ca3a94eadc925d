import Testing

@testable import ForageGallery

@Suite("Joining the modules of the page")
struct PageModulesTests {
    private let modules = PageModules([
        "main.js": """
        // The page.

        import * as b from "./b.js"
        import { a as first } from "./a.js"

        import("./later.js")
        first(b)

        """,
        "a.js": "/** A function. */\nexport function a() {}\n",
        "b.js": """
        import {
          a,
        } from "./a.js"

        /**
         * A constant.
         */
        export const b = () => a() // one
        export class B {}

        """,
        "later.js": """
        import { b } from "./b.js"
        import { c } from "./c.js"
        import { d } from "./d.js"
        import { other } from "./other.js"
        import("./other.js")
        export const later = [b, c, d, other]

        """,
        "other.js": "import { d } from \"./d.js\"\nexport async function* other() {}\n",
        "c.js": "export const c = 1\n",
        "d.js": "export const d = 1\n",
    ])

    @Test(
        "the first file has each module that it needs once, after those which that one needs, without comments"
    )
    func first() throws {
        #expect(
            modules.text(of: "main.js") == """
                const $a = (() => {
                function a() {}

                return { a }
                })()
                const $b = (() => {
                const {
                  a,
                } = $a
                const b = () => a() // one
                class B {}

                return { b, B }
                })()
                const b = $b
                const { a: first } = $a
                import("./later.js")
                first(b)

                export { $a, $b }

                """)
    }

    @Test("a module that is loaded later has a file, with those that only it needs, and imports the others")
    func later() throws {
        #expect(
            modules.text(of: "later.js") == """
                import { $b } from "./main.js"
                import * as $d from "./d.js"
                import * as $other from "./other.js"
                const $c = (() => {
                const c = 1

                return { c }
                })()
                const { b } = $b
                const { c } = $c
                const { d } = $d
                const { other } = $other
                import("./other.js")
                export const later = [b, c, d, other]

                export { $c }

                """)
        #expect(modules.text(of: "d.js") == "export const d = 1\n\nexport {  }\n")
    }

    @Test("the address of a joined module gives the same module")
    func same() {
        #expect(modules.text(of: "b.js") == "import { $b } from \"./main.js\"\nexport const { b, B } = $b\n")
        #expect(modules.text(of: "c.js") == "import { $c } from \"./later.js\"\nexport const { c } = $c\n")
        #expect(modules.text(of: "none.js") == nil)
    }

    @Test("every module of the page has the form that can be joined")
    func forms() throws {
        for name in PageFiles.names where name.hasSuffix(".js") {
            let text = String(decoding: try #require(PageFiles.named(name)).bytes, as: UTF8.self)
            let strange = text.matches(
                of: /^(?:export (?:let|var|default|const \{(?!.*\} = \$)).*|import [^*{(].*|await .*)/
                    .anchorsMatchLineEndings())
            #expect(strange.map { String($0.0) } == [], "\(name)")
        }
    }
}
