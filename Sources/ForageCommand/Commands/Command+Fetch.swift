internal import Forage
internal import ForageCore
internal import ForageFormats
internal import Platform

extension Command {
    static let fetch = Command(
        "fetch", "Send one request exactly as a search would",
        operands: "URL",
        options: [
            Option("include", "i", help: "Print the status and the header fields before the body"),
            Option(
                "header", "H", value: "FIELD", repeats: true,
                help: "Send this header field, such as 'Accept: image/png'"),
            Option("method", "X", value: "METHOD", help: "Use this request method (GET)"),
            Option("trace", help: "Print each step on standard error, one per line"),
            SearchArguments.timeoutOption,
        ] + CacheArguments.options,
        discussion: """
            For authors of providers. In the query of the URL and in header fields, ${NAME} is replaced by a key
            of the provider that the URL belongs to; use single quotes, so that the shell does not replace it.
            The exit code is 0 if the status is below 400 and the whole body was received.
            """,
        examples: [
            "forage fetch --trace https://cocoacasts.com/",
            "forage fetch -i 'https://api.flickr.com/services/rest/?api_key=${FLICKR_API_KEY}'",
        ]
    ) { invocation in
        let configuration = try invocation.configuration(measuring: false)
        let endpoint = try Endpoint(invocation.arguments, provider: configuration.provider)
        let timeout = try invocation.arguments.duration("timeout")
        return try await invocation.withForage(configuration) { forage in
            await invocation.interruption.cancelling { await fetch(endpoint, forage, timeout, invocation) }
        }
    }

    private static func fetch(
        _ endpoint: Endpoint, _ forage: Forage, _ timeout: Duration?, _ invocation: Invocation
    ) async -> ExitCode {
        let trace = FetchTrace { stage, sentence in
            invocation.pipes.say("\(stage.rawValue.padded(toWidth: 8))  \(sentence)")
        }
        do {
            let fetched = try await FetchTrace.$current.withValue(
                invocation.arguments.has("trace") ? trace : nil
            ) {
                try await forage.fetch(endpoint, within: timeout)
            }
            write(fetched.response, invocation)
            if let remark = fetched.remark { invocation.pipes.say("forage: \(remark)") }
            let isWhole = fetched.response.completeness == .whole
            return fetched.response.status < 400 && isWhole ? .success : .failure
        } catch {
            invocation.pipes.say("forage: \(Advice.sentence(on: error))")
            if case .throttled(let end, _) = error as? FetchError, case .web(let url) = endpoint.target,
                let id = forage.account(ofUnknownServerAt: url)
            {
                let until = end.map { " until \(WallClock().words(for: $0))" } ?? ""
                let sandbox = invocation.arguments.has("sandbox") ? " --sandbox" : ""
                invocation.pipes.say(
                    "\(id) gets no more requests\(until); to allow them, run `forage\(sandbox) providers reset \(id)`."
                )
            }
            return error as? FetchError == .cancelled ? .interrupted : .failure
        }
    }

    private static func write(_ response: Response, _ invocation: Invocation) {
        let pipes = invocation.pipes
        let isShown = invocation.terminal.output != nil
        if invocation.arguments.has("include") {
            let lines =
                ["HTTP \(response.status)"] + response.headers.fields.map { "\($0.name): \($0.value)" }
            // Control characters are removed for a screen, which would obey them.
            for line in lines + [""] { pipes.write(line: isShown ? line.withoutControls : line) }
        }
        if !isShown {
            pipes.write(response.body)
        } else if let text = String(validating: response.body, as: UTF8.self), !text.utf8.contains(0) {
            pipes.write(line: text.withoutControls)
        } else {
            pipes.say(
                "forage: The answer is not text (\(response.body.count) bytes): write it to a file with `> FILE`."
            )
        }
    }
}

extension Endpoint {
    /// Reads the request of `forage fetch`.
    ///
    /// - Parameters:
    ///   - arguments: The command line. `${NAME}` in an address's query or in a header field is replaced by the key
    ///     that the address's provider reads from that variable.
    ///   - provider: Returns the provider that an address belongs to.
    /// - Throws: ``CommandError`` if the request cannot be sent.
    fileprivate init(_ arguments: Arguments, provider: (WebURL) -> ProviderInfo?) throws(CommandError) {
        guard arguments.words.count == 1, let word = arguments.words.first else {
            throw CommandError.usage("Give one URL: forage fetch URL.")
        }
        let parts = word.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let namesKeys = parts.count > 1 && parts[1].contains("${")
        guard let url = WebURL(namesKeys ? String(parts[0]) : word) else {
            throw CommandError.usage("\"\(word)\" is not an http or https URL.")
        }
        let keys = provider(url)?.keys ?? []
        self = .get(url)
        if let name = arguments.value("method") {
            guard let method = Method(name.uppercased()) else {
                throw CommandError.usage("\"\(name)\" is not a valid request method.")
            }
            self.method = method
        }
        for item in namesKeys ? parts[1].split(separator: "&") : [] {
            let sign = item.firstIndex(of: "=") ?? item.endIndex
            let value = try Self.pieces(of: item[sign...].dropFirst(), keys)
            query.append(Field(name: String(item[..<sign]), value: value))
        }
        for field in try arguments.fields("header", like: "a field such as 'Accept: image/png'") {
            let value = try Self.pieces(of: field.value, keys)
            headers.append(Field(name: field.name, value: value))
        }
    }

    /// The pieces of a value. Its keys are only named.
    private static func pieces(
        of text: Substring, _ keys: [KeySpec]
    ) throws(CommandError) -> [Piece] {
        var pieces: [Piece] = []
        var rest = text
        while let start = rest.firstRange(of: "${"), let end = rest[start.upperBound...].firstIndex(of: "}") {
            let variable = String(rest[start.upperBound..<end])
            guard let key = keys.first(where: { $0.variable == variable }) else {
                let known =
                    keys.isEmpty ? "it has no keys" : "it has " + keys.map(\.variable).joined(separator: ", ")
                throw CommandError.usage(
                    "\(variable) is not a key of the provider that the URL belongs to; \(known).")
            }
            if start.lowerBound > rest.startIndex { pieces.append(.text(String(rest[..<start.lowerBound]))) }
            pieces.append(.key(key.name))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append(.text(String(rest))) }
        return pieces
    }
}

extension Fetched {
    /// A remark that the body alone does not show.
    fileprivate var remark: String? {
        switch (response.completeness, origin) {
        case (.cutOff, _): "The connection ended early: this is only part of the answer."
        case (.overLimit, _): "The answer is too long: this is only its beginning."
        case (.whole, .stale(_, let reason)): "This is an older answer from the cache: \(reason)."
        case (.whole, _): nil
        }
    }
}
