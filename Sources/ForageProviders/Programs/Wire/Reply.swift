internal import ForageCore
internal import JSON

/// A line from a program.
struct Reply {
    private let root: JSONValue

    init(_ line: [UInt8]) throws(WireFault) {
        do throws(JSONFault) {
            root = try JSONDocument(line, mode: .strict).root
        } catch {
            throw WireFault(error, in: line)
        }
    }

    /// What it says that it is.
    func description() throws(WireFault) -> (version: Int, provider: String) {
        try root.checkMembers(["protocol", "provider"])
        return (
            try root["protocol"].required("a number", \.int), try root["provider"].required("text", \.string)
        )
    }

    /// Where to ask, or why there is nowhere to.
    func endpoint(of about: About) throws(WireFault) -> Result<Endpoint, Unanswerable> {
        try root.checkMembers(["endpoint", "unanswerable"])
        if let reason = try root["unanswerable"].optional("text", \.string) {
            return .failure(Unanswerable(reason.asReason))
        }
        return .success(try Endpoint(root["endpoint"], keys: about.keys.map(\.name)))
    }

    /// What was made of an answer, or why nothing could be.
    func step(of about: About) throws(WireFault) -> Result<Step, DecodingFault> {
        try root.checkMembers(["page", "more", "unreadable"])
        if let reason = try root["unreadable"].optional("text", \.string) {
            return .failure(.unreadable(reason.asReason))
        }
        if root["more"].exists {
            let keys = about.keys.map(\.name)
            return .success(
                .more(try root["more"].list { (value) throws(WireFault) in try Endpoint(value, keys: keys) }))
        }
        let page = try Page(root["page"])
        return page.drafts.isEmpty && !page.drift.isEmpty
            ? .failure(.drift(page.drift)) : .success(.page(page))
    }
}
