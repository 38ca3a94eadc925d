internal import ForageCore
internal import ForageMedia
internal import Sharing

extension FileTransfers {
    /// How it goes with a file, to its end. Who no longer listens no longer waits for it; who is told to end hears that it
    /// was not taken.
    func events(of order: FileOrder, _ item: Item) -> AsyncStream<FileEvent> {
        // Who reads slowly is told the last of it.
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { told in
            let task = listeners.begin {
                await withTaskGroup { group in
                    group.addTask { await self.tell(of: order, told) }
                    let last = await self.ending(of: order, item)
                    group.cancelAll()
                    // Or how much has come might be told in place of how it ended.
                    await group.waitForAll()
                    told.yield(last)
                    told.finish()
                }
            }
            told.onTermination = { _ in task.cancel() }
        }
    }

    /// Tells now and then how much has come.
    private func tell(of order: FileOrder, _ told: AsyncStream<FileEvent>.Continuation) async {
        repeat {
            let transfer = progress(of: order)
            told.yield(.progress(got: transfer?.byteCount ?? 0, of: transfer?.total))
        } while (try? await Task.sleep(for: .milliseconds(150))) != nil
    }

    private func ending(of order: FileOrder, _ item: Item) async -> FileEvent {
        do throws(DownloadFailure) { return .done(try await take(order, of: item)) } catch {
            return .failed(error)
        }
    }
}
