package import ForageCore
internal import Platform

/// The names of steps in sidecars.
package enum FinishingMark {
    package static let converted = "converted"
    package static let credited = "credited"
}

/// A step between the arrival of a complete file and its naming: it makes another file, which replaces the first.
///
/// The original stays unchanged until all steps are complete, so after an interruption they can be repeated.
package protocol FinishingStep: Sendable {
    /// The name of the step in the sidecar.
    var mark: String { get }

    /// Makes another file from one.
    ///
    /// - Parameters:
    ///   - file: The downloaded file, or the result of the previous step.
    ///   - path: The path of the result, at which there is no file.
    /// - Returns: The result of the step.
    /// - Throws: ``DownloadError`` if the file is not to be saved without this step. A part that can be continued is
    ///   stored.
    func finish(_ file: WholeFile, into path: String) async throws(DownloadError) -> FinishingResult
}

/// A complete picture file before it is named.
package struct WholeFile: Sendable {
    /// The path of the bytes, which are only read.
    package let path: String
    package let type: FileType
    /// The item of the file, with the credit of each source.
    package let item: Item
    /// The requested file.
    package let selection: FileSelection
}

/// The result of a step.
package enum FinishingResult: Hashable, Sendable {
    case made
    /// It was made, but something that is reported was lost.
    case madeLosing(String)
    /// The file already meets the request and stays unchanged.
    case unneeded
    /// The file stays unchanged, for a reason that is reported with it.
    case left(because: String)
}

/// The result of the steps for a part: the file to be named.
struct FinishedPart: Hashable, Sendable {
    /// The path of the result; nil if it is the part itself.
    private(set) var path: String?
    private(set) var fingerprint: Fingerprint
    /// The marks of the completed steps, in order.
    private(set) var marks: [String] = []
    /// The steps that were not carried out, with reasons.
    private(set) var notes: [String] = []

    init(_ fingerprint: Fingerprint) { self.fingerprint = fingerprint }

    /// Runs every step. If one fails, its incomplete file is removed.
    mutating func pass(
        _ steps: [any FinishingStep], _ permit: DownloadPermit, at part: String
    ) async throws(DownloadError) {
        for (place, step) in steps.enumerated() {
            let made = Self.path(of: part, step: place)
            do throws(DownloadError) {
                try await pass(step, permit, at: part, into: made)
            } catch {
                LocalFile.remove(made)
                path.map(LocalFile.remove)
                throw error
            }
        }
    }

    /// Removes the files of an earlier run that was killed, which may have had other steps.
    static func removeLeftovers(of steps: [any FinishingStep], at part: String) {
        for place in 0..<max(steps.count, usualStepCount) {
            LocalFile.remove(path(of: part, step: place))
        }
    }

    private mutating func pass(
        _ step: any FinishingStep, _ permit: DownloadPermit, at part: String, into made: String
    ) async throws(DownloadError) {
        let file = WholeFile(
            path: path ?? part, type: fingerprint.type, item: permit.item, selection: permit.selection)
        switch try await step.finish(file, into: made) {
        case .unneeded: break
        case .left(let reason):
            LocalFile.remove(made)
            notes.append(reason)
        case .madeLosing(let loss):
            try take(made, from: step)
            notes.append(loss)
        case .made: try take(made, from: step)
        }
    }

    private mutating func take(_ made: String, from step: any FinishingStep) throws(DownloadError) {
        fingerprint = try Fingerprint(ofFile: made)
        path.map(LocalFile.remove)
        path = made
        marks.append(step.mark)
    }

    /// The path of a step's result.
    static func path(of part: String, step: Int) -> String { "\(part).\(step + 1)\(temporaryEnding)" }

    private static let temporaryEnding = ".new"
    private static let usualStepCount = 2

    /// The paths of the results of most runs.
    static func usualPaths(of part: String) -> [String] {
        (0..<usualStepCount).map { path(of: part, step: $0) }
    }

    /// Moves the result together with a part that was renamed.
    mutating func move(from part: String, to other: String) throws(DownloadError) {
        guard let made = path, made.hasPrefix(part) else { return }
        let name = other + made.dropFirst(part.count)
        do throws(FileError) { try LocalFile.move(made, to: name) } catch {
            throw DownloadError(error)
        }
        path = name
    }

    /// Indicates whether a name is that of a step's result from a run that was killed.
    static func isLeftover(_ name: String) -> Bool {
        name.dropping(temporaryEnding)?.split(separator: ".").suffix(2).first == "part"
    }
}

/// The properties of a file's bytes.
struct Fingerprint: Hashable, Sendable {
    let type: FileType
    let byteCount: Int
    /// The SHA-256, in hex.
    let digest: String

    init(type: FileType, byteCount: Int, digest: String) {
        self.type = type
        self.byteCount = byteCount
        self.digest = digest
    }

    /// Reads a file that a step made, once it is on the disk.
    init(ofFile path: String) throws(DownloadError) {
        var (start, byteCount): ([UInt8], Int) = ([], 0)
        guard var digest = try? RunningDigest() else { throw .unwritable("its digest cannot be computed") }
        do throws(FileError) {
            let file = try OpenFile(path, followsLinks: false)
            try file.settle()
            while !Task.isCancelled {
                let piece = try file.read()
                if piece.isEmpty { break }
                digest.add(piece)
                byteCount += piece.count
                if start.count < FileType.greatestByteCount { start += piece }
            }
        } catch {
            if case .unreadable = error { throw .unfit("\(error)") }
            throw DownloadError(error)
        }
        guard !Task.isCancelled else { throw .cancelled }
        guard case .known(let type) = FileType.find(start, isWhole: true) else {
            throw .unfit("the file made from it is not a picture of a known kind")
        }
        self.init(type: type, byteCount: byteCount, digest: digest.finish().hex)
    }
}

/// Converts a picture to another format, with its colour profile and its metadata such as credit, dates and places.
package struct ImageConversion: FinishingStep {
    package let mark = FinishingMark.converted
    /// The format of the result.
    package let format: FileFormat
    private let pool: ImagePool

    package init(to format: FileFormat, by pool: ImagePool) {
        self.format = format
        self.pool = pool
    }

    /// Checks that pictures can be converted, before any is fetched.
    package func check() async throws(ImageError) { try await pool.check() }

    package func finish(
        _ file: WholeFile, into path: String
    ) async throws(DownloadError) -> FinishingResult {
        guard file.type.mediaType != format.mediaType else { return .unneeded }
        guard file.type.isConvertible else {
            throw .unconvertible(
                "\(file.type.fileExtension.uppercased()) pictures cannot be converted to \(format.rawValue)")
        }
        do throws(ImageError) {
            _ = try await pool.make(
                .file(file.path), .init(transform(of: file), to: path, keepingMetadata: true))
            guard ContentCredentials.areIn(file.path) else { return .made }
            return .madeLosing("the converted picture has no Content Credentials; they sign the original")
        } catch .cancelled {
            throw .cancelled
        } catch .refused(let reason) {
            throw .unconvertible("it cannot be converted to \(format.rawValue): \(reason)")
        } catch .noRoom(let reason) {
            throw .noRoom("\(file.item.id) as \(format.rawValue): \(reason)")
        } catch {
            throw .unfinished(error)
        }
    }

    /// The transform of a file: a raster picture keeps its pixels, and a drawing gets the requested number.
    private func transform(of file: WholeFile) -> ImageTransform {
        guard file.type.isDrawing, case .width(let width, let ratio) = file.selection.size else {
            return ImageTransform(format: format.made)
        }
        return ImageTransform(width: width, format: format.made, pixelRatio: ratio)
    }
}
