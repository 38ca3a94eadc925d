internal import Forage
internal import ForageCore
internal import ForageFormats
internal import JSON

extension Desk {
    /// Everything known about one item.
    func item(_ text: String) async throws(Problem) -> Content {
        Content(json: JSONReport(adding: addition).text(of: try await found(text)))
    }

    /// The credit of an item in every form.
    func credit(of text: String) async throws(Problem) -> Content {
        let (item, view) = (try await found(text), CreditView())
        return Content(
            json: JSONWriter.text { writer in
                writer.object { writer in
                    for form in CreditView.Form.allCases {
                        let lines = view.text(of: item, as: form).split(separator: "\n")
                        writer.member(form.rawValue, lines.joined(separator: "\n"))
                    }
                }
            })
    }

    /// The item with this id.
    func found(_ text: String) async throws(Problem) -> Item {
        let providers = forage.configuration.providers
        guard let id = ItemID(typed: text), providers.contains(where: { $0.id == id.provider }) else {
            throw Problem(404, "“\(text.prefix(200))” is the id of no result; search has them.")
        }
        let (item, outcome) = await forage.item(id)
        metrics.note(outcome)
        if let item { return item }
        if outcome.result == .empty { throw Problem(404, id.absence) }
        let words = StatusReport(terminal: nil, providers: providers).text(of: outcome)
        throw Problem(503, words.onOneLine.withSingleSpaces)
    }
}
