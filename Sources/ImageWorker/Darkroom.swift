internal import ForageDownloads
internal import Platform

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// What the program `forage-image` does: it reads an order from each line, and writes a line that says what became of it.
package enum Darkroom {
    /// Serves until there are no more orders.
    ///
    /// - Parameter arguments: The limits, as ``ImageLimits/arguments`` has them.
    /// - Returns: The status that the program ends with.
    package static func serve(_ arguments: some Collection<String>) -> Int32 {
        guard let limits = ImageLimits(arguments: arguments) else {
            complain("forage-image is started by forage, to work on pictures; it is of no use by itself.")
            return 64
        }
        ProcessLimits.hold(memory: limits.memory)
        do throws(PictureFault) {
            try PictureLibrary.start()
        } catch {
            complain("forage-image: libvips cannot be used: \(error)")
            return 1
        }
        while let line = readLine() {
            ProcessLimits.allow(seconds: limits.processorTime)
            let answer = answer(to: Array(line.utf8), limits).line + [UInt8(ascii: "\n")]
            guard Descriptor.write(answer, to: STDOUT_FILENO) else { return 0 }
        }
        return 0
    }

    private static func answer(to line: [UInt8], _ limits: ImageLimits) -> ImageAnswer {
        guard let order = ImageOrder(line: line) else { return .refused("the order cannot be read") }
        do throws(PictureFault) {
            return try order.carriedOut(within: limits)
        } catch {
            return error.isForLackOfRoom ? .noRoom(error.description) : .refused(error.description)
        }
    }

    private static func complain(_ sentence: String) {
        _ = Descriptor.write(Array((sentence + "\n").utf8), to: STDERR_FILENO)
    }
}
