internal import CPage

/// The page's files, which are part of the program.
enum PageFiles {
    /// Returns the file of this name; nil if there is none.
    static func named(_ name: String) -> Content? { all[name] }

    static let names = Set(all.keys)

    private static let all: [String: Content] = {
        var files: [String: Content] = [:]
        var number = 0
        while let file = page_file(number)?.pointee {
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            files[name] = Content(bytes, type: type(of: name), isPackedAhead: true)
            number += 1
        }
        return files
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
