import ForageCore
import ForageTesting
import JSON
import Synchronization

/// A provider of a list of ids that breaks one promise, or none.
final class FaultyProvider: Provider {
    let about = About(
        id: "faulty", name: "Faulty", summary: "Ids", site: "https://faulty.example/", kinds: [.topic],
        origins: ["https://faulty.example/"], capabilities: Capabilities(),
        terms: Terms(serviceLine: NamedLink("By Faulty", "https://faulty.example/")))
    private let fault: ProviderKit.Promise?
    private let calls = Atomic(0)

    init(breaking fault: ProviderKit.Promise?) { self.fault = fault }

    var registration: Registration { Registration(about) { _ in self } }

    func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        if case .details = request, fault == .idsLeadBack { throw Unanswerable("No.") }
        guard fault == .endpointsAreDeclared else { return .get("https://faulty.example/") }
        return .get("https://elsewhere.example/").header("Authorization", .key("hidden"))
    }

    func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
        do throws(DecodingFault) {
            return .page(spoilt(try page(of: response)))
        } catch {
            if fault == .failureIsNotEmptiness { return .page(Page(drafts: [])) }
            throw error
        }
    }

    private func page(of response: Response) throws(DecodingFault) -> Page {
        var reader = try DraftReader(response)
        for record in reader.records(in: reader.root["items"]) {
            reader.read(record) { (record) throws(MissingField) in
                let id = try record["id"].required(\.text)
                return Draft(localID: id, kind: .topic, title: id, page: "https://faulty.example/")
            }
        }
        return try reader.page()
    }

    /// Makes a sound page break the promise.
    private func spoilt(_ page: Page) -> Page {
        var page = page
        switch fault {
        case .decodingIsPure: page.next = "\(calls.wrappingAdd(1, ordering: .relaxed).newValue)"
        case .itemsAreWhole: page.drafts.append(contentsOf: page.drafts)
        case .cutOffKeepsWholeItems: page.damage = nil
        case .badRecordCostsItself where !page.drift.isEmpty: page.drafts = []
        case .anyFieldMayChange where !page.drift.isEmpty: page.drafts[0].summary = ""
        default: break
        }
        return page
    }

    func attribution(for draft: Draft) -> Attribution {
        Attribution(
            title: draft.title, page: draft.page, source: NamedLink("Faulty", about.site),
            creator: Stated(draft.creator), licence: Stated(draft.licence),
            serviceLine: fault == .creditsAreSafe ? nil : about.terms.serviceLine)
    }

    func refusal(in response: Response) -> Refusal? {
        fault == .refusalsAreTold ? nil : Refusal(byStatusOf: response)
    }
}
