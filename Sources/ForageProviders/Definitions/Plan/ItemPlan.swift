internal import ForageCore
internal import JSON

/// A plan for reading an item.
struct ItemPlan: Sendable {
    /// The plan of each field, by its name in the definition, such as `title` or `creator.name`.
    let values: [String: ValuePlan]
    let kinds: Set<Kind>
    let files: [FilePlan]

    struct FilePlan: Sendable {
        /// The purpose; if nil, it is derived from the size.
        let role: Rendition.Role?
        /// The list with a file in each element, if there is one.
        let list: AnswerPath?
        /// The conditions that an element of the list must meet.
        let choice: [Condition]
        /// The plan of each part, by its name in the definition, such as `url` or `like.width`.
        let values: [String: ValuePlan]
    }
}

extension ItemPlan {
    /// Reads an item.
    ///
    /// - Throws: ``ForageCore/ProviderError/drift(_:)`` if the item lacks a required field.
    func draft(_ scope: AnswerScope) throws(ProviderError) -> Draft {
        func text(_ name: String) -> String? { values[name]?.text(scope) }
        func url(_ name: String) -> WebURL? { values[name]?.url(scope) }
        var draft = Draft(
            localID: try required(text("id"), "id", scope), kind: try kind(scope),
            title: try required(text("title"), "title", scope),
            page: try required(url("page"), "page", scope))
        draft.summary = text("summary")
        draft.creator = Creator(name: text("creator.name"), url: url("creator.url"))
        draft.licence = licence(scope)
        draft.via = text("via.name").map { NamedLink($0, url("via.url") ?? draft.page) }
        draft.catalogue = text("catalogue").flatMap { ProviderID($0) }
        draft.publishedAt = values["published"]?.date(scope)
        draft.tags = values["tags"]?.texts(scope) ?? []
        draft.collection = text("collection")
        draft.duration = values["duration"]?.duration(scope)
        draft.chapters = url("chapters")
        draft.transcript = url("transcript")
        draft.blurHash = text("blurHash").flatMap { BlurHash($0) }
        draft.altText = text("alt")
        draft.isMature = values["mature"]?.flag(scope)
        draft.place = Place(
            name: text("place.name"), latitude: values["place.latitude"]?.number(scope),
            longitude: values["place.longitude"]?.number(scope))
        draft.camera = Camera(
            name: text("camera.name"), exposure: text("camera.exposure"), aperture: text("camera.aperture"),
            focalLength: text("camera.focalLength"), iso: values["camera.iso"]?.integer(scope))
        draft.renditions = files.flatMap { $0.renditions(scope) }
        return draft
    }

    /// Returns the name and the plan of the first required field that an item lacks.
    func lack(_ scope: AnswerScope) -> (name: String, plan: ValuePlan)? {
        for name in ["id", "kind", "title", "page"] {
            guard let plan = values[name] else { continue }
            let isThere =
                switch name {
                case "kind": (try? kind(scope)) != nil
                case "page": plan.url(scope) != nil
                default: plan.text(scope) != nil
                }
            if !isThere { return (name, plan) }
        }
        return nil
    }

    private func kind(_ scope: AnswerScope) throws(ProviderError) -> Kind {
        guard let plan = values["kind"] else {
            // The compiler ensures that there is a kind.
            return kinds.first ?? .topic
        }
        let known = plan.text(scope).flatMap(Kind.init).flatMap { kinds.contains($0) ? $0 : nil }
        return try required(known, "kind", scope)
    }

    private func required<Fact>(
        _ fact: Fact?, _ name: String, _ scope: AnswerScope
    ) throws(ProviderError) -> Fact {
        guard let fact else {
            throw .missing(Field(values[name]?.mainPath?.value(in: scope) ?? scope.record))
        }
        return fact
    }

    private func licence(_ scope: AnswerScope) -> Licence? {
        let address = values["licence.url"]?.url(scope)
        let known = address.flatMap { Licence(creativeCommons: $0) }
        if values["licence.id"] == nil, let known { return known }
        let statement = address.flatMap { Licence(rightsStatement: $0) }
        guard let name = values["licence.name"]?.text(scope) ?? statement?.name else { return nil }
        guard let id = values["licence.id"]?.text(scope) else {
            let plain = Licence(name: name, url: address)
            let isUnclear = address == nil || plain.terms == nil
            return isUnclear ? Licence(creativeCommonsIn: name) ?? plain : plain
        }
        return Licence(id: id, name: name, url: address)
    }
}
