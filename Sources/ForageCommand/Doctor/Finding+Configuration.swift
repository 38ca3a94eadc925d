package import ForageCore

extension Finding {
    /// Whether the services can reach the person who asks them.
    package static func contact(of configuration: Configuration) -> Finding {
        if let contact = configuration.contact {
            return Finding("contact", .well, "\(contact) is sent with each request")
        }
        let reason = "The services cannot tell who is asking; Wikimedia slows such programs down"
        let command = "export FORAGE_CONTACT=ADDRESS, or \"contact\" in your configuration file"
        return Finding("contact", .advice, "\(reason). To set a page or mail address of yours: \(command).")
    }

    /// Every provider that is turned on: whether it can be asked.
    package static func providers(of configuration: Configuration) -> [Finding] {
        let enabled = configuration.providers.filter(\.isEnabled)
        guard !enabled.isEmpty else {
            return [
                Finding("providers", .ill, "None is turned on: forage providers enable NAME turns one on.")
            ]
        }
        return enabled.map { provider in
            let name = provider.id.name
            if let obstacle = provider.obstacle { return Finding(name, .advice, obstacle) }
            let keys = provider.keys.filter(\.isSet).map { "the key \($0.spec.name) is set" }
            return Finding(name, .well, keys.isEmpty ? "needs no key" : keys.joined(separator: ", "))
        }
    }
}
