internal import ForageCore

/// The request that `forage fetch` was asked for.
struct FetchArguments: Sendable {
    let endpoint: Endpoint

    /// - Parameters:
    ///   - arguments: The command line. `${NAME}` in an address's query and in a header field stands for the key
    ///     that the address's provider reads from that variable.
    ///   - provider: Finds the provider that an address belongs to.
    /// - Throws: ``UsageFault`` for what cannot be sent.
    init(_ arguments: Arguments, provider: (WebURL) -> About?) throws(UsageFault) {
        guard arguments.words.count == 1, let word = arguments.words.first else {
            throw UsageFault("Give one address: forage fetch URL.")
        }
        let parts = word.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let namesKeys = parts.count > 1 && parts[1].contains("${")
        guard let url = WebURL(namesKeys ? String(parts[0]) : word) else {
            throw UsageFault("\"\(word)\" is not an address of http or https.")
        }
        let keys = provider(url)?.keys ?? []
        var endpoint = Endpoint.get(url)
        if let name = arguments.value("method") {
            guard let method = Endpoint.Method(name.uppercased()) else {
                throw UsageFault("\"\(name)\" is not a method that can be sent.")
            }
            endpoint.method = method
        }
        for item in namesKeys ? parts[1].split(separator: "&") : [] {
            let sign = item.firstIndex(of: "=") ?? item.endIndex
            let value = try Self.pieces(of: item[sign...].dropFirst(), keys)
            endpoint.query.append(Endpoint.Field(name: String(item[..<sign]), value: value))
        }
        for field in try arguments.fields("header", like: "a field such as 'Accept: image/png'") {
            let value = try Self.pieces(of: field.value, keys)
            endpoint.headers.append(Endpoint.Field(name: field.name, value: value))
        }
        self.endpoint = endpoint
    }

    /// The pieces of a value, its keys only named.
    private static func pieces(
        of text: Substring, _ keys: [KeySpec]
    ) throws(UsageFault) -> [Endpoint.Piece] {
        var pieces: [Endpoint.Piece] = []
        var rest = text
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let variable = String(rest[start.upperBound..<end])
            guard let key = keys.first(where: { $0.variable == variable }) else {
                let known =
                    keys.isEmpty ? "it has none" : "it has " + keys.map(\.variable).joined(separator: ", ")
                throw UsageFault(
                    "\(variable) is not a key of the provider that the address belongs to; \(known).")
            }
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            pieces.append(.key(key.name))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}
