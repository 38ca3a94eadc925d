import ForageCore
import TestWording
import Testing

@Suite("Defaults of commands")
struct CommandDefaultsTests {
    private let file = ConfigurationLayer.user(
        """
        {"defaults": {"limit": 30, "licence": "commercial", "orientation": "landscape", "format": "csv",
          "search": {"limit": 5, "licence": "cc-by,cc0", "format": "table"},
          "get": {"to": "~/owls", "name": "{title}"}}}
        """)

    private func defaults(_ command: CommandDefaults.Command) throws -> CommandDefaults {
        try Configuration(file, environment: ["HOME": "/home/me"]).defaults(for: command)
    }

    @Test("a command's own default overrides the general one")
    func own() throws {
        let (search, browse, get) = (try defaults(.search), try defaults(.browse), try defaults(.get))
        #expect([search.limit, browse.limit, get.limit] == [5, 30, 30])
        #expect(search.format == .table && browse.format == .csv)
        #expect(get.folder?.path == "/home/me/owls" && get.name == "{title}")
        #expect(search.folder == nil)
        #expect(
            search.filters.filters.map(\.description) == ["licence:cc-by,cc0", "orientation:landscape"])
        #expect(browse.filters.filters.map(\.description) == ["licence:commercial", "orientation:landscape"])
    }

    @Test(
        "a filter of the query or an option replaces the default of the same field, and any removes it",
        arguments: [
            ("owl", "owl licence:commercial orientation:landscape"),
            ("owl licence:modify", "owl licence:modify orientation:landscape"),
            ("owl licence:any", "owl orientation:landscape"),
            ("owl orientation:any license:any kind:any", "owl"),
            ("owl kind:photo", "owl kind:photo licence:commercial orientation:landscape"),
        ])
    func replaced(typed: String, query: String) throws {
        let filters = try defaults(.browse).filters
        #expect(try Query(parsing: typed, defaults: filters).description == query)
    }

    @Test("defaults do not make a query of nothing, and any cannot be combined")
    func edges() throws {
        let filters = try defaults(.browse).filters
        #expect(throws: QueryError.empty) { try Query(parsing: "", defaults: filters) }
        #expect(throws: QueryError.self) { try Query(parsing: "owl kind:any,photo") }
        #expect(throws: QueryError.self) { try Query(parsing: "owl licence:cc0 licence:any") }
    }

    @Test("only the defaults that were set are explained, each with its origin")
    func explained() throws {
        let configuration = try Configuration(
            file, environment: ["HOME": "/home/me", "FORAGE_DEFAULTS_KIND": "photo"])
        let explanations = configuration.explanations(ofDefaultsFor: .search)
        #expect(
            explanations.map(\.path) == [
                "defaults.kind", "defaults.search.licence", "defaults.orientation", "defaults.search.limit",
                "defaults.search.format",
            ])
        #expect(explanations.first?.origin.inWords == Wording.Settings.variable("FORAGE_DEFAULTS_KIND"))
    }

    @Test(
        "the folder's file may name only folders inside its own",
        arguments: [("owls", true), ("./a/b", true), ("../owls", false), ("/tmp", false), ("~/owls", false)])
    func confined(path: String, isAllowed: Bool) {
        let found = problems(
            .project("\"defaults\": {\"get\": {\"to\": \"\(path)\"}}"), environment: ["HOME": "/home/me"])
        #expect(found.isEmpty == isAllowed, "\(found)")
    }
}
