internal import Synchronization

/// A pool of processes of the program `forage-image`, each of which processes many pictures.
///
/// If a picture crashes a process, it is refused, and the next picture gets a new process. The processes end with this
/// value.
package final class ImagePool: Sendable {
    private let state: Mutex<State>

    private struct State {
        var idle: [ImageWorker]
        /// The tasks that wait for a process, in order.
        var waiting: [Waiting] = []
        var lastNumber = 0

        mutating func leave(_ number: Int) -> Waiting? {
            waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0) }
        }
    }

    private struct Waiting {
        let number: Int
        let continuation: CheckedContinuation<ImageWorker?, Never>
    }

    /// - Parameters:
    ///   - program: The path of `forage-image`.
    ///   - limits: The limits for one picture.
    ///   - count: The number of pictures that are processed at once.
    ///   - environment: Additional environment variables of the program.
    package init(
        program: String, limits: ImageLimits = ImageLimits(), count: Int = 2,
        environment: [String: String] = [:]
    ) {
        let workers = (0..<max(1, count)).map { _ in ImageWorker(program, limits, environment) }
        state = Mutex(State(idle: workers))
    }

    /// Makes a picture from another.
    ///
    /// - Parameters:
    ///   - source: The picture.
    ///   - making: The picture to make, and its destination.
    /// - Returns: The picture that was made.
    /// - Throws: ``ImageError``; then there is no file at the destination.
    package func make(
        _ source: ImageOrder.Source, _ making: ImageOrder.Making
    ) async throws(ImageError) -> MadeImage {
        guard case .made(let image) = try await carryOut(ImageOrder(source, .make(making))) else {
            throw .refused("forage-image did something other than requested")
        }
        return image
    }

    /// Draws a picture in a terminal.
    ///
    /// - Returns: The text that shows it.
    /// - Throws: ``ImageError``
    package func draw(
        _ source: ImageOrder.Source, _ drawing: ImageDrawing
    ) async throws(ImageError) -> String {
        guard case .drawn(let text) = try await carryOut(ImageOrder(source, .draw(drawing))) else {
            throw .refused("forage-image did something other than requested")
        }
        return text
    }

    /// Determines the appearance of a picture.
    ///
    /// - Throws: ``ImageError``
    package func see(_ source: ImageOrder.Source) async throws(ImageError) -> PictureSight {
        guard case .seen(let sight) = try await carryOut(ImageOrder(source, .see)) else {
            throw .refused("forage-image did something other than requested")
        }
        return sight
    }

    private func carryOut(_ order: ImageOrder) async throws(ImageError) -> ImageAnswer {
        guard let worker = await freeWorker() else { throw .cancelled }
        defer { giveBack(worker) }
        guard !Task.isCancelled else { throw .cancelled }
        let answer = try await worker.carryOut(order)
        switch answer {
        case .refused(let reason): throw .refused(reason)
        case .noRoom(let reason): throw .noRoom(reason)
        case .made, .drawn, .seen: return answer
        }
    }

    /// The next free worker; nil if the task was cancelled earlier.
    private func freeWorker() async -> ImageWorker? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(Waiting(number: number, continuation: $0)) }
        } onCancel: {
            state.withLock { $0.leave(number) }?.continuation.resume(returning: nil)
        }
    }

    private func wait(_ waiting: Waiting) {
        // A task that is cancelled after this point is found in the list.
        let (isOver, worker): (Bool, ImageWorker?) = state.withLock { state in
            if Task.isCancelled { return (true, nil) }
            // The most recently used worker is preferred, because its process is running.
            if let worker = state.idle.popLast() { return (true, worker) }
            state.waiting.append(waiting)
            return (false, nil)
        }
        if isOver { waiting.continuation.resume(returning: worker) }
    }

    private func giveBack(_ worker: ImageWorker) {
        let next = state.withLock { state -> Waiting? in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            state.idle.append(worker)
            return nil
        }
        next?.continuation.resume(returning: worker)
    }
}

extension ImagePool {
    /// Checks that pictures can be processed, with the smallest one: reading it requires libvips, drawing it libchafa.
    ///
    /// - Throws: ``ImageError`` if they cannot.
    package func check() async throws(ImageError) {
        let drawing = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
        do throws(ImageError) {
            _ = try await draw(.bytes(Array(drawing.utf8)), ImageDrawing(.blocks, columns: 1, rows: 1))
        } catch .refused(let reason) {
            throw .unusable("does not work: \(reason)")
        }
    }
}
