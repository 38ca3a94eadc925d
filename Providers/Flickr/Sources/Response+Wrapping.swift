internal import ForageCore

extension Response {
    /// The answer without the call `jsonFlickrApi(…)` around it, every other byte in its place.
    ///
    /// - Throws: ``DecodingFault/unreadable(_:)`` for the service's XML, which holds no JSON.
    func unwrapped() throws(DecodingFault) -> Response {
        if let tag = body.xmlTag, tag.contains("<rsp") {
            throw .unreadable("The answer is Flickr's XML, where JSON was expected.")
        }
        let name = Array("jsonFlickrApi(".utf8)
        guard let start = body.firstIndex(where: { $0 > 0x20 }), body[start...].starts(with: name) else {
            return self
        }
        var copy = self
        for place in start..<start + name.count { copy.body[place] = 0x20 }
        for sign in [UInt8(ascii: ";"), UInt8(ascii: ")")] {
            if let end = copy.body.lastIndex(where: { $0 > 0x20 }), copy.body[end] == sign {
                copy.body[end] = 0x20
            }
        }
        return copy
    }
}
