internal import CPage
internal import ForageCore
internal import Platform

/// The page's files, which are part of the program.
enum PageFiles {
    /// Returns the file of this name, whose modules are joined; nil if there is none.
    static func named(_ name: String) -> Content? { all[name] }

    static let names = Set(sources.keys)

    /// The folder of the files' addresses. Its name contains a digest of all files, so that browsers never ask again for
    /// a file, and never mix those of two versions.
    static let folder = "/assets/\(version)"

    /// The digest of all files.
    static let version: String = {
        let bytes = names.sorted().flatMap { name -> [UInt8] in
            Array("\(name)\n".utf8) + (all[name]?.bytes ?? [])
        }
        return (try? Digest.sha256.of(bytes)).map { Array($0.prefix(8)).hex }
            ?? Base64URL.secret(byteCount: 8)
    }()

    /// The script of the page that runs while the page is not open. It stores the other files.
    static let worker: Content = {
        let stored = names.subtracting(["index.html", "strings.json", workerName]).filter {
            !modules.isJoined($0)
        }
        let list = stored.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
        let text = String(decoding: sources[workerName] ?? [], as: UTF8.self)
            .replacing("{{assets}}", with: folder).replacing("{{names}}", with: list)
        return Content(Array(text.utf8), type: type(of: workerName), isPackedAhead: true)
    }()

    private static let workerName = "sw.js"

    private static let modules = PageModules(
        sources.filter { $0.key.hasSuffix(".js") && $0.key != workerName }
            .mapValues { String(decoding: $0, as: UTF8.self) })

    private static let sources: [String: [UInt8]] = {
        var files: [String: [UInt8]] = [:]
        var number = 0
        while let file = page_file(number)?.pointee {
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
            files[String(cString: file.name)] = Array(bytes)
            number += 1
        }
        return files
    }()

    private static let all: [String: Content] = {
        let files = sources.map { name, bytes in
            let text = modules.text(of: name).map { Array($0.utf8) } ?? bytes
            return (name, Content(text, type: type(of: name), isPackedAhead: true))
        }
        return Dictionary(uniqueKeysWithValues: files)
    }()

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json; charset=utf-8"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        default: "application/octet-stream"
        }
    }
}
