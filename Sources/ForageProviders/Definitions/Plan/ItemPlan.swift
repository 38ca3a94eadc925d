internal import ForageCore
internal import JSON

/// How an item is read.
struct ItemPlan: Sendable {
    let id: ValuePlan
    /// Nil where all items are of one kind.
    let kind: ValuePlan?
    let kinds: Set<Kind>
    let title: ValuePlan
    let page: ValuePlan
    let summary: ValuePlan?
    let creator: LinkPlan?
    let licence: LicencePlan?
    let via: LinkPlan?
    let catalogue: ValuePlan?
    let published: ValuePlan?
    let tags: ValuePlan?
    let collection: ValuePlan?
    let duration: ValuePlan?
    let blurHash: ValuePlan?
    let alt: ValuePlan?
    let mature: ValuePlan?
    let files: [FilePlan]

    struct LinkPlan: Sendable {
        let name: ValuePlan
        let url: ValuePlan?
    }

    struct LicencePlan: Sendable {
        let id: ValuePlan?
        let name: ValuePlan?
        let url: ValuePlan?
    }

    struct FilePlan: Sendable {
        let role: Rendition.Role
        let url: ValuePlan
        let width: ValuePlan?
        let height: ValuePlan?
        let like: SidesPlan?
        let below: ValuePlan?
        let type: ValuePlan?
    }

    /// The sides of a picture in another size.
    struct SidesPlan: Sendable {
        let width: ValuePlan
        let height: ValuePlan
    }
}

extension ItemPlan {
    /// Reads an item.
    ///
    /// - Throws: ``ForageCore/ProviderError/drift(_:)`` where the item lacks what none can be without.
    func draft(_ scope: AnswerScope) throws(ProviderError) -> Draft {
        var draft = Draft(
            localID: try required(id.text(scope), id, scope), kind: try itemKind(scope),
            title: try required(title.text(scope), title, scope),
            page: try required(page.url(scope), page, scope))
        draft.summary = summary?.text(scope)
        draft.creator = creator.flatMap { Creator(name: $0.name.text(scope), url: $0.url?.url(scope)) }
        draft.licence = licence?.licence(scope)
        draft.via = via.flatMap { via in
            via.name.text(scope).map { NamedLink($0, via.url?.url(scope) ?? draft.page) }
        }
        draft.catalogue = catalogue?.text(scope).flatMap { ProviderID($0) }
        draft.publishedAt = published?.date(scope)
        if let tags { draft.tags = tags.texts(scope) }
        draft.collection = collection?.text(scope)
        draft.duration = duration?.duration(scope)
        draft.blurHash = blurHash?.text(scope).flatMap { BlurHash($0) }
        draft.altText = alt?.text(scope)
        draft.isMature = mature?.flag(scope)
        draft.renditions = files.compactMap { $0.rendition(scope) }
        return draft
    }

    /// The first thing that an item lacks and none can be without: its name, and what it was to be read of.
    func lack(_ scope: AnswerScope) -> (name: String, plan: ValuePlan)? {
        if id.text(scope) == nil { return ("id", id) }
        if let kind, (try? itemKind(scope)) == nil { return ("kind", kind) }
        if title.text(scope) == nil { return ("title", title) }
        return page.url(scope) == nil ? ("page", page) : nil
    }

    private func itemKind(_ scope: AnswerScope) throws(ProviderError) -> Kind {
        guard let kind else {
            // The compiler sees to it that there is one.
            return kinds.first ?? .topic
        }
        let known = kind.text(scope).flatMap(Kind.init).flatMap { kinds.contains($0) ? $0 : nil }
        return try required(known, kind, scope)
    }

    private func required<Fact>(
        _ fact: Fact?, _ plan: ValuePlan, _ scope: AnswerScope
    ) throws(ProviderError) -> Fact {
        guard let fact else { throw .missing(plan.mainPath?.value(in: scope) ?? scope.record) }
        return fact
    }
}

extension ItemPlan.LicencePlan {
    fileprivate func licence(_ scope: AnswerScope) -> Licence? {
        let address = url?.url(scope)
        if id == nil, let known = address.flatMap({ Licence(creativeCommons: $0) }) { return known }
        guard let name = name?.text(scope) else { return nil }
        return Licence(id: id?.text(scope) ?? name.asIdentifier, name: name, url: address)
    }
}

extension ItemPlan.FilePlan {
    fileprivate func rendition(_ scope: AnswerScope) -> Rendition? {
        guard let address = url.url(scope) else { return nil }
        let width = width?.integer(scope)
        if let below { guard let width, let limit = below.integer(scope), width < limit else { return nil } }
        let height = like.map { $0.height(atWidth: width, scope) } ?? height?.integer(scope)
        return Rendition(
            role, at: address, mediaType: type?.text(scope), size: PixelSize(width: width, height: height))
    }
}

extension ItemPlan.SidesPlan {
    /// The height of a picture of this shape.
    fileprivate func height(atWidth width: Int?, _ scope: AnswerScope) -> Int? {
        guard let width,
            let shape = PixelSize(width: self.width.integer(scope), height: height.integer(scope))
        else { return nil }
        return max(1, Int((Double(width) * Double(shape.height) / Double(shape.width)).rounded()))
    }
}

extension String {
    /// The words in lower case with hyphens between: `public-domain`.
    fileprivate var asIdentifier: String {
        lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }.joined(separator: "-")
    }
}
