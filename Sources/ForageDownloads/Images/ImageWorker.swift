internal import Dispatch
internal import Platform
internal import Synchronization

/// A process of `forage-image`, which is started with the first order, and again after a crash.
final class ImageWorker: Sendable {
    private let command: [String]
    private let limits: ImageLimits
    private let environment: [String: String]
    private let queue = DispatchQueue(label: "forage.image")
    private let state = Mutex(State())

    private struct State {
        /// The channel between orders.
        var channel: LineChannel?
        /// The process, separate from the channel so that it can be ended during an order.
        var process: ChildProcess?
        var isGivenUp = false
    }

    init(_ program: String, _ limits: ImageLimits, _ environment: [String: String]) {
        command = [program] + limits.arguments
        self.limits = limits
        self.environment = environment.merging(Self.environment) { $1 }
    }

    /// Ends an idle process by closing its input.
    deinit { state.withLock { $0.channel == nil ? nil : $0.process }?.finish() }

    /// Carries out an order on a separate thread, so that it does not block other tasks.
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
            // A process from an earlier order may have ended long ago for other reasons.
            if kept != nil, case .ended(let ending, _) = error, ending != .cpuTimeExceeded {
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

    /// The complete environment, without the user's variables. Pictures that do not fit into memory are refused
    /// rather than stored on the disk.
    private static let environment = [
        "LC_ALL": "C.UTF-8", "VIPS_DISC_THRESHOLD": "1t", "VIPS_WARNING": "0", "MALLOC_ARENA_MAX": "2",
    ]
}

extension ImageOrder {
    /// Removes the incomplete file of a process that did not end normally.
    fileprivate func removeWhatWasBegun() {
        if case .make(let making) = work { LocalFile.remove(making.destination) }
    }
}
