internal import ForageMedia
internal import JSON

/// What whoever wants a file is told, as a server-sent event.
enum FileEvent: Sendable {
    case progress(got: Int, of: Int?)
    case done(KeptFile)
    case failed(DownloadFailure)

    var text: String { ServerSentEvents.event(name, json) }

    private var name: String {
        switch self {
        case .progress: "progress"
        case .done: "done"
        case .failed: "failed"
        }
    }

    private var json: String {
        JSONWriter.text { writer in
            writer.object { writer in
                switch self {
                case .progress(let got, let total):
                    writer.member("got", got)
                    writer.member("of", total)
                case .done(let file):
                    writer.member("address", "/files/\(file.token)")
                    writer.member("name", file.name)
                    writer.member("bytes", file.byteCount)
                case .failed(let failure):
                    writer.member("detail", "It was not taken: \(failure).")
                }
            }
        }
    }
}
