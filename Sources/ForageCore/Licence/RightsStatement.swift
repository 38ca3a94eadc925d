extension Licence {
    /// Reads the address of a statement of RightsStatements.org, such as `https://rightsstatements.org/vocab/InC/1.0/`;
    /// nil for any other address.
    package init?(rightsStatement url: WebURL) {
        let steps = url.path.split(separator: "/")
        guard url.host == "rightsstatements.org", steps.count >= 2, ["vocab", "page"].contains(steps[0]),
            let name = Self.rightsStatements[String(steps[1])]
        else { return nil }
        self.init(name: name, url: url)
    }

    private static let rightsStatements = [
        "InC": "In Copyright",
        "InC-OW-EU": "In Copyright - EU Orphan Work",
        "InC-EDU": "In Copyright - Educational Use Permitted",
        "InC-NC": "In Copyright - Non-Commercial Use Permitted",
        "InC-RUU": "In Copyright - Rights-holder(s) Unlocatable or Unidentifiable",
        "NoC-CR": "No Copyright - Contractual Restrictions",
        "NoC-NC": "No Copyright - Non-Commercial Use Only",
        "NoC-OKLR": "No Copyright - Other Known Legal Restrictions",
        "NoC-US": "No Copyright - United States",
        "CNE": "Copyright Not Evaluated",
        "UND": "Copyright Undetermined",
        "NKC": "No Known Copyright",
    ]
}
