internal import Files
internal import ForageCore

/// Reads a file that a person named in a setting, as an answer.
enum FileReader {
    static func response(
        from file: FileSetting, upTo limit: Endpoint.BodyLimit
    ) throws(FetchFailure) -> Response {
        guard !file.isConfined || file.isInThisFolder else {
            throw .notAllowed("\(file.path) leads out of the folder whose configuration names it")
        }
        let wanted = max(0, limit.byteCount)
        do throws(LocalFileFault) {
            let read = try LocalFile(file.path, upTo: wanted, pipes: false)
            return Response(
                body: read.bytes,
                completeness: read.isWhole ? .whole : Response.Completeness(.stoppedAtLimit, limit))
        } catch {
            throw FetchFailure(error, file.path)
        }
    }
}

extension FetchFailure {
    fileprivate init(_ fault: LocalFileFault, _ path: String) {
        self =
            switch fault {
            case .system: .unreachable("\(path) cannot be read: \(fault.reason)")
            case .folder, .special: .notAllowed("\(path) is not an ordinary file")
            }
    }
}

extension FileSetting {
    /// Whether it is below the folder that one is in once every link is followed; one that is not there does no harm.
    fileprivate var isInThisFolder: Bool {
        guard let folder = LocalPath.real("."), let file = LocalPath.real(path) else { return true }
        return file.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
