internal import ForageCore

/// Holds Cloudinary's addresses and templates to their promises on whatever libFuzzer takes for an address:
/// the first bytes are the wishes, the rest is the source.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let text = String(decoding: bytes.dropFirst(4), as: UTF8.self)
    checkEscaping(text)
    checkTemplate(text)
    _ = try? CloudinaryFetch(cloud: text, source: "https://a.example/")
    guard let source = WebURL(text), let fetch = try? CloudinaryFetch(cloud: "demo", source: source) else {
        return 0
    }
    check(fetch, of: source)
    check(changing(bytes, of: fetch), of: source)
    return 0
}

/// Cloudinary decodes once, and has the text again.
private func checkEscaping(_ text: String) {
    let escaped = CloudinaryFetch.escaped(text)
    precondition(PercentEncoding.decode(escaped) == text)
    precondition(
        escaped.utf8.allSatisfy { byte in
            byte < 0x7F
                && (Character(Unicode.Scalar(byte)).isLetter || "0123456789%-._/:".utf8.contains(byte))
        })
}

private func checkTemplate(_ text: String) {
    guard let template = URLTemplate(text) else { return }
    precondition(URLTemplate(template.text) == template)
    guard let url = template.url(width: 200, pixelRatio: 2) else { return }
    precondition(!url.text.contains("{") && url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
}

private func changing(_ bytes: [UInt8], of fetch: CloudinaryFetch) -> CloudinaryFetch {
    guard bytes.count >= 4 else { return fetch }
    let fits = ImageTransform.Fit.allCases
    let formats = ImageTransform.Format.allCases
    return fetch.width(Int(bytes[0]) - 8).height(Int(bytes[1]) << 12).pixelRatio(Double(bytes[2]) / 16 - 1)
        .fit(fits[Int(bytes[3]) % fits.count]).format(formats[Int(bytes[3]) / 16 % formats.count])
}

/// The address is one, ends with the source, and is the template filled in.
private func check(_ fetch: CloudinaryFetch, of source: WebURL) {
    let url = fetch.url
    precondition(WebURL(url.text) == url && url.host == "res.cloudinary.com")
    precondition(url.path == url.pathAndQuery)
    precondition(url.text.hasSuffix(fetch.toSign))
    guard let scheme = url.path.firstRange(of: "http") else { preconditionFailure("it has a source") }
    precondition(PercentEncoding.decode(url.path[scheme.lowerBound...]) == source.text)
    let flat = fetch.width(200).pixelRatio(2)
    guard let template = fetch.template else { preconditionFailure("it is not signed") }
    precondition(
        template.url(width: 200, pixelRatio: 2).map {
            $0.text.hasSuffix(CloudinaryFetch.escaped(source.text))
        } ?? false)
    precondition(flat.signed(by: Reverse()).template == nil)
    precondition(flat.signed(by: Reverse()).width(200) == flat)
}

private struct Reverse: Signer {
    func signature(of text: String) -> String { String(text.hashValue.magnitude, radix: 36) }
}
