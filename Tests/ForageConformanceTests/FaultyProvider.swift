import ForageConformance
import ForageCore
import JSON
import Platform
import Synchronization

/// A provider of photos that fails one check, or none.
final class FaultyProvider: Provider {
    let info: ProviderInfo
    private let fault: String?
    private let calls = Atomic(0)

    init(breaking fault: String?, site: WebURL = "https://faulty.example/") {
        self.fault = fault
        info = ProviderInfo(
            id: "faulty", name: "Faulty", summary: "Photos", site: site, kinds: [.photo],
            origins: ["https://faulty.example/"],
            capabilities: Capabilities(pages: true, filters: fault == "capabilities-are-true" ? [.hue] : []),
            terms: Terms(serviceLine: NamedLink("By Faulty", "https://faulty.example/")),
            keys: [KeySpec("apiKey", variable: "FAULTY_KEY", page: "https://faulty.example/keys")])
    }

    // MARK: - Requests

    func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        if case .details = request, fault == "ids-lead-back" { throw .unanswerable("No.") }
        let site: WebURL =
            fault == "hosts-are-declared" ? "https://elsewhere.example/" : "https://faulty.example/"
        var endpoint = Endpoint.get(site).query("what", .text(Self.words(of: request)))
        if fault == "endpoints-are-pure" { endpoint = endpoint.query("call", .text("\(nextCall)")) }
        return endpoint.query("key", .key(fault == "keys-are-declared" ? "hidden" : "apiKey"))
    }

    private static func words(of request: ProviderRequest) -> String {
        switch request {
        case .search(let query, let page): "\(query.text) \(page.cursor ?? "")"
        case .details(let item): item.local
        case .browse, .download: ""
        }
    }

    private var nextCall: Int { calls.wrappingAdd(1, ordering: .relaxed).newValue }

    // MARK: - Decoding

    func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        do throws(ProviderError) {
            let page = try page(of: response)
            if fault == "nothing-is-empty", page.drafts.isEmpty { throw .unreadable("Nothing.") }
            return .page(spoilt(page, response))
        } catch {
            let isTakenForEmpty = [
                "empty-body-is-failure", "html-is-failure", "strange-body-is-failure", "drift-is-seen",
            ].contains(fault)
            if isTakenForEmpty { return .page(Page(drafts: [])) }
            throw error
        }
    }

    private func page(of response: Response) throws(ProviderError) -> Page {
        var reader = try DraftReader(response)
        var place = 0
        for record in reader.records(in: reader.root["items"]) {
            reader.read(record) { (record) throws(ProviderError) in
                place += 1
                let id = try record["id"].required(\.text)
                var draft = Draft(
                    localID: fault == "ids-are-stable" ? "\(place) \(id)" : id, kind: .photo,
                    title: try record["title"].required(\.text), page: "https://faulty.example/")
                draft.creator = Creator(name: record.value["by"].text)
                if fault == "sizes-are-positive" { draft.duration = .zero }
                if fault == "dates-are-sane" { draft.publishedAt = .distantPast }
                return draft
            }
        }
        return try reader.page(next: reader.root[ifPresent: "next"].text)
    }

    /// Changes a correct page so that it fails the check.
    private func spoilt(_ page: Page, _ response: Response) -> Page {
        var page = page
        let isOdd = !page.drift.isEmpty
        switch fault {
        case "reading-is-pure": page.total = nextCall
        case "paging-ends": page.next = "2"
        case "samples-are-read", "items-are-whole": page.drafts += page.drafts
        case "unknown-keys-are-nothing" where response.hasUnknownKeys: page.drafts = []
        case "cut-off-keeps-whole-items", "huge-is-bounded": page.damage = nil
        case "bad-record-costs-itself" where isOdd: page.drafts = []
        case "any-field-may-change" where isOdd && !page.drafts.isEmpty: page.drafts[0].summary = ""
        case "strange-text-is-text" where page.drafts.contains { $0.title.count > 1_000 }:
            page.drafts += page.drafts
        default: break
        }
        return page
    }

    func refusal(in response: Response) -> Refusal? {
        let isDeaf = ["401-is-denied", "403-is-denied", "404-is-told", "429-waits", "5xx-is-failure"]
            .contains(fault)
        return isDeaf ? nil : Refusal(byStatusOf: response)
    }

    // MARK: - Credits

    func attribution(for draft: Draft) -> Attribution {
        let isNameless = ["credits-are-complete", "credits-are-escaped"].contains(fault)
        return Attribution(
            title: draft.title, page: draft.page, source: NamedLink("Faulty", info.site),
            creator: isNameless ? .unknown : Known(draft.creator), licence: Known(draft.licence),
            serviceLine: fault == "items-are-credited" ? nil : info.terms.serviceLine)
    }
}

extension Response {
    fileprivate var hasUnknownKeys: Bool {
        (try? JSONDocument(body).root.members.contains { !["items", "next"].contains($0.key) }) ?? false
    }
}
