internal import CCurl
internal import ForageCore

extension CurlHandle {
    /// Sets every option that a transfer needs on a fresh or reset handle.
    func prepare(_ transfer: Transfer, _ settings: CurlSettings) {
        setRequest(transfer)
        setConnection(settings)
        setErrorText()
        if transfer.isStreamed { set(CURLOPT_BUFFERSIZE, 128 * 1024) }
        // A file that only drips would take days.
        set(CURLOPT_LOW_SPEED_LIMIT, transfer.isStreamed ? 256 : 1)
        if transfer.isForOpenInternet {
            keepToOpenInternet(transfer.url, settings.proxies)
        } else if transfer.url.origin.isLoopback {
            set(CURLOPT_PROXY, "")
        }
    }

    /// A proxy looks names up itself, so what is behind them is for it to judge. It is never asked for what is
    /// plainly of this machine or its network, and nothing goes past it; without one every socket is judged.
    private func keepToOpenInternet(_ url: WebURL, _ proxies: ProxyVariables) {
        if let proxy = proxies.proxy(for: url), ccurl_may_be_open_host(url.host) != 0 {
            set(CURLOPT_PROXY, proxy)
            set(CURLOPT_NOPROXY, "")
        } else {
            set(CURLOPT_PROXY, "")
            _ = ccurl_keep_to_open_internet(pointer, addresses)
        }
    }

    private func setRequest(_ transfer: Transfer) {
        set(CURLOPT_URL, transfer.url.text)
        switch transfer.method {
        case .get: break
        case .head: set(CURLOPT_NOBODY, 1)
        case .post:
            set(CURLOPT_POST, 1)
            set(CURLOPT_POSTFIELDSIZE, transfer.form?.utf8.count ?? 0)
            if let form = transfer.form { set(CURLOPT_COPYPOSTFIELDS, form) }
        case let method: set(CURLOPT_CUSTOMREQUEST, method.text)
        }
        setHeaders(transfer.headers)
        set(CURLOPT_ACCEPT_ENCODING, transfer.acceptedEncodings)
        setVersion(isSecure: transfer.url.isSecure)
    }

    /// Over TLS, HTTP/2 if the server speaks it: then a new transfer waits to share the first connection.
    /// Without TLS there is no HTTP/2, and waiting would send the first transfers one after another.
    private func setVersion(isSecure: Bool) {
        set(CURLOPT_HTTP_VERSION, isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        set(CURLOPT_PIPEWAIT, isSecure ? 1 : 0)
    }

    private func setConnection(_ settings: CurlSettings) {
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        if let file = settings.certificateFile { set(CURLOPT_CAINFO, file) }
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.milliseconds)
        set(CURLOPT_LOW_SPEED_TIME, max(1, Int(settings.stallTimeout.components.seconds)))
        // A name that is still being looked up must not hold up the end of the program.
        set(CURLOPT_QUICK_EXIT, 1)
    }
}

extension Duration {
    /// Rounded up, so that waiting so long is never too short.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
