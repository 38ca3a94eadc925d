internal import ForageCore
internal import JSON

extension PlanCompiler {
    /// Reads how an item is read.
    func item(_ json: JSONValue) throws(DefinitionFault) -> ItemPlan {
        guard json["kind"].exists || about.kinds.count == 1 else {
            throw text.fault(json, "\"kind\" is missing here, which says of which of its kinds an item is")
        }
        return ItemPlan(
            id: try required(json["id"]), kind: try value(json["kind"]), kinds: about.kinds,
            title: try required(json["title"]), page: try required(json["page"]),
            summary: try value(json["summary"]), creator: try link(json["creator"]),
            licence: try licence(json["licence"]), via: try link(json["via"]),
            catalogue: try value(json["catalogue"]), published: try value(json["published"]),
            tags: try value(json["tags"]),
            collection: try value(json["collection"]), duration: try value(json["duration"]),
            blurHash: try value(json["blurHash"]), alt: try value(json["alt"]),
            mature: try value(json["mature"]),
            files: try files(json["files"]))
    }

    private func required(_ json: JSONValue) throws(DefinitionFault) -> ValuePlan {
        guard let plan = try value(json) else { throw notAPath(json) }
        return plan
    }

    private func link(_ json: JSONValue) throws(DefinitionFault) -> ItemPlan.LinkPlan? {
        guard json.kind == .object else { return nil }
        return ItemPlan.LinkPlan(name: try required(json["name"]), url: try value(json["url"]))
    }

    private func licence(_ json: JSONValue) throws(DefinitionFault) -> ItemPlan.LicencePlan? {
        guard json.kind == .object else { return nil }
        return ItemPlan.LicencePlan(
            id: try value(json["id"]), name: try value(json["name"]), url: try value(json["url"]))
    }

    private func files(_ json: JSONValue) throws(DefinitionFault) -> [ItemPlan.FilePlan] {
        var files: [ItemPlan.FilePlan] = []
        for file in json.elements {
            files.append(
                ItemPlan.FilePlan(
                    role: file["role"].string.flatMap(Rendition.Role.init) ?? .regular,
                    url: try required(file["url"]), width: try value(file["width"]),
                    height: try value(file["height"]), like: try sides(file["like"]),
                    below: try value(file["below"]), type: try value(file["type"])))
        }
        return files
    }

    private func sides(_ json: JSONValue) throws(DefinitionFault) -> ItemPlan.SidesPlan? {
        guard json.kind == .object else { return nil }
        return ItemPlan.SidesPlan(width: try required(json["width"]), height: try required(json["height"]))
    }
}
