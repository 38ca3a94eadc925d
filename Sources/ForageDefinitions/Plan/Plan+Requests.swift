internal import ForageCore

extension Plan {
    /// The request for what is wanted.
    func endpoint(for request: ProviderRequest, of about: About) throws(Unanswerable) -> Endpoint {
        switch request {
        case .search(let query, let page):
            guard let search else { throw Unanswerable("\(about.name) cannot search.") }
            let wish = try wish(
                RequestWish(text: about.capabilities.askedText(of: query.text)), page, of: about)
            return try search.endpoint(wish, filters: query.filters, order: query.order)
                .at(wish.page?.address)
        case .browse(let browse, let page):
            guard let list = list(for: browse) else {
                throw Unanswerable(
                    "\(about.name) has no list of what \(browse.day.map { "was new on \($0)" } ?? "is new").")
            }
            let wish = try wish(RequestWish(day: browse.day), page, of: about)
            return try list.endpoint(wish, filters: browse.filters).at(wish.page?.address)
        case .details(let item):
            guard let details else { throw Unanswerable(withoutDetails: about) }
            return try details.endpoint(RequestWish(id: item.local))
        case .download:
            throw Unanswerable("\(about.name) need not be told before a file is taken.")
        }
    }

    func list(for browse: Browse) -> EndpointPlan? { browse.day == nil ? self.browse : day }

    private func wish(
        _ wish: RequestWish, _ request: PageRequest, of about: About
    ) throws(Unanswerable) -> RequestWish {
        var wish = wish
        wish.size = request.bounded(by: about.terms).size
        guard let paging else {
            if request.cursor == nil { return wish }
            throw Unanswerable("\(about.name) has one page only.")
        }
        wish.page = try paging.place(request, of: about)
        return wish
    }
}

extension Endpoint {
    /// The same request at the address that the service named for its next page. Keys stay where they were.
    fileprivate func at(_ address: WebURL?) -> Endpoint {
        guard let address else { return self }
        var endpoint = self
        endpoint.target = .web(address)
        endpoint.query = query.filter { field in
            field.value.contains { if case .key = $0 { true } else { false } }
        }
        return endpoint
    }
}
