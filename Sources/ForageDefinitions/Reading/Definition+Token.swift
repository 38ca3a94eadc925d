internal import ForageCore
internal import JSON

extension Definition.Text {
    /// The token that two of the keys are given for; nil where there is none.
    func token(_ json: JSONValue, of about: About) throws(DefinitionFault) -> TokenSpec? {
        guard let url = json["url"].webURL else { return nil }
        guard about.origins.contains(url.origin) else {
            throw fault(json["url"], "\(url.origin) is not among the \"hosts\"; add it there if it is meant")
        }
        for name in [json["id"], json["secret"]]
        where !about.keys.contains(where: { $0.name == name.string }) {
            throw fault(name, "there is no key of this name among the \"keys\"")
        }
        guard json["id"].string != json["secret"].string else {
            throw fault(json["secret"], "\"id\" and \"secret\" are two keys")
        }
        var limits = RequestLimits(in: json)
        limits.quota?.isOfToken = true
        return TokenSpec(
            url, id: json["id"].string ?? "", secret: json["secret"].string ?? "", limits: limits)
    }

    /// A request with a key that is not there could not be sent.
    func checkOptionalKeys(_ keys: JSONValue, of about: About) throws(DefinitionFault) {
        for key in keys.elements where key["required"].bool == false {
            guard let name = key["name"].string, about.token?.keyNames.contains(name) != true else {
                continue
            }
            throw fault(key["required"], "only the keys for a token may be left out")
        }
    }
}

extension RequestLimits {
    /// The limits that an object's "quota" and "pace" state.
    init(in json: JSONValue) {
        let quota = json["quota"]["requests"].int.flatMap { requests in
            json["quota"]["seconds"].int.map { Quota(requests, per: .seconds($0)) }
        }
        let pace = json["pace"]["perSecond"].double.flatMap { perSecond in
            json["pace"]["burst"].int.map { Pace(perSecond: perSecond, burst: $0) }
        }
        self.init(quota: quota, pace: pace ?? RequestLimits().pace)
    }
}
