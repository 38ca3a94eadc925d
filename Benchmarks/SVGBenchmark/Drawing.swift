/// Makes up SVGs as drawing programs write them: a declaration, a comment, a root of many attributes.
enum Drawing {
    static func document(byteCount: Int) -> [UInt8] {
        var document = Array(head.utf8)
        document.reserveCapacity(byteCount + path.count)
        while document.count < byteCount { document += path }
        return document + Array("</svg>\n".utf8)
    }

    private static let head = """
        <?xml version="1.0" encoding="UTF-8" standalone="no"?>
        <!-- Drawn by hand, more or less -->
        <svg
           xmlns:dc="http://purl.org/dc/elements/1.1/"
           xmlns:svg="http://www.w3.org/2000/svg"
           xmlns="http://www.w3.org/2000/svg"
           xmlns:xlink="http://www.w3.org/1999/xlink"
           version="1.1"
           width="744px"
           height="1052.4pt"
           viewBox="0 0 744 1052"
           id="drawing"
           preserveAspectRatio="xMidYMid">

        """

    private static let path = Array(
        "  <path d=\"M 10,20 C 30,40 50,60 70,80 Z\" style=\"fill:#336699\"/>\n".utf8)
}
