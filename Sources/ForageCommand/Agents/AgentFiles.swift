internal import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageSearch
internal import JSON
internal import Platform

/// Gets files for an assistant as `forage get` does, into the one folder that a person chose.
struct AgentFiles: Sendable {
    let forage: Forage
    let folder: String

    /// Gets the file of a result. The folder is looked through anew each time, because a person may have tidied it up
    /// meanwhile.
    func get(_ id: ItemID, _ size: FileSize) async throws -> ToolResult {
        let template = try FileNameTemplate(FileNameTemplate.usual)
        let shelf: Shelf
        do throws(DownloadError) { shelf = try Shelf(folder, naming: template) } catch {
            return .failure("Nothing was got: \(error.description.onOneLine).")
        }
        let getter = FileGetter(
            forage.downloader(), office: forage.permitOffice, shelf: shelf, wish: FileWish(size))
        let run = GetRun(forage: forage, getter: getter, jobs: 1, timeout: nil)
        let result = await run.result(of: .id(id))
        switch result.ending {
        case .saved(let file): return told(result, at: "\(shelf.root)/\(file.path)")
        case .there(let path): return told(result, at: "\(shelf.root)/\(path)")
        case .failed(let failure):
            return .failure("\(id) was not got: \(failure.description.onOneLine).")
        case .askedBefore, .hadBefore, .planned: return .failure("\(id) was not got.")
        }
    }

    /// What is there now, as its own credit and its first bytes have it.
    private func told(_ result: GetResult, at path: String) -> ToolResult {
        guard let record = CreditRecord(besideFile: path) else {
            return .failure("\(path.onOneLine) has no credit that can be read; get it again.")
        }
        return .object(
            JSONWriter.text { writer in
                writer.object { writer in
                    writer.member("version", 1)
                    writer.member("id", result.name)
                    writer.member("result", result.word)
                    writer.member("file", path)
                    writer.member("type", record.mediaType)
                    writer.member("bytes", record.byteCount)
                    writer.member("size", pixelSize(at: path)) { writer, size in
                        writer.object { writer in
                            writer.member("width", size.width)
                            writer.member("height", size.height)
                        }
                    }
                    writer.member("credit", record.credits.map(\.text).joined(separator: "\n"))
                }
            })
    }

    private func pixelSize(at path: String) -> PixelSize? {
        guard let file = try? LocalFile(path, upTo: PictureStart.greatestByteCount, pipes: false),
            case .size(let size) = PictureStart.read(file.bytes, isWhole: file.isWhole)
        else { return nil }
        return size
    }
}
