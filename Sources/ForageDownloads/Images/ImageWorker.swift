internal import Dispatch
internal import Platform
internal import Synchronization

/// One run of `forage-image`, which is started with the first order, and anew after one that it did not survive.
final class ImageWorker: Sendable {
    private let command: [String]
    private let limits: ImageLimits
    private let environment: [String: String]
    private let queue = DispatchQueue(label: "forage.image")
    private let state = Mutex(State())

    private struct State {
        /// Between orders.
        var channel: LineChannel?
        /// Apart from the conversation, so that it can be ended in the middle.
        var process: ChildProcess?
        var isGivenUp = false
    }

    init(_ program: String, _ limits: ImageLimits, _ environment: [String: String]) {
        command = [program] + limits.arguments
        self.limits = limits
        self.environment = environment.merging(Self.environment) { $1 }
    }

    /// One that waits for orders hears that there are no more.
    deinit { state.withLock { $0.channel == nil ? nil : $0.process }?.finish() }

    /// Has an order carried out, on a thread where nobody else has to wait for it.
    func carryOut(_ order: ImageOrder) async throws(ImageError) -> ImageAnswer {
        state.withLock { $0.isGivenUp = false }
        let result: Result<ImageAnswer, ImageError> = await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                queue.async {
                    reply.resume(
                        returning: Result { () throws(ImageError) in try self.answer(to: order) })
                }
            }
        } onCancel: {
            state.withLock { $0.isGivenUp = true }
            stop()
        }
        do throws(ImageError) {
            guard !Task.isCancelled else { throw .cancelled }
            return try result.get()
        } catch {
            order.removeWhatWasBegun()
            throw error
        }
    }

    private func stop() { state.withLock(\.process)?.end() }

    private func answer(to order: ImageOrder) throws(ImageError) -> ImageAnswer {
        let kept = state.withLock { state in
            defer { state.channel = nil }
            return state.channel
        }
        var channel = if let kept { kept } else { try started() }
        do throws(ProcessError) {
            let said = try channel.exchange(
                order.line, upTo: limits.answerByteCount, by: .now + limits.patience)
            guard let answer = ImageAnswer(line: said) else { throw .unasked(said) }
            state.withLock { [channel] in $0.channel = channel }
            return answer
        } catch {
            stop()
            // One that ran before may have ended long since, for reasons of its own.
            if kept != nil, case .ended(let ending, _) = error, ending != .overtime {
                order.removeWhatWasBegun()
                return try answer(to: order)
            }
            throw ImageError(error)
        }
    }

    private func started() throws(ImageError) -> LineChannel {
        guard !state.withLock(\.isGivenUp) else { throw .cancelled }
        do throws(ProcessError) {
            let process = try ChildProcess(
                command, environment: environment, capturesComplaints: true, isWatched: true)
            state.withLock { $0.process = process }
            return LineChannel(process)
        } catch {
            throw ImageError(error)
        }
    }

    /// Nothing of the person's. What does not fit into memory is refused rather than put on the disk.
    private static let environment = [
        "LC_ALL": "C.UTF-8", "VIPS_DISC_THRESHOLD": "1t", "VIPS_WARNING": "0", "MALLOC_ARENA_MAX": "2",
    ]
}

extension ImageOrder {
    /// What a run leaves that did not end by itself.
    fileprivate func removeWhatWasBegun() {
        if case .make(let making) = work { LocalFile.remove(making.destination) }
    }
}
