internal import ForageCommand
internal import ForageGallery
internal import Platform

@main
struct GalleryProgram {
    static func main() {
        OwnProcess.prepare()
        StartingThread.run { _ in
            let code = await CommandLineProgram.serve(
                Array(CommandLine.arguments.dropFirst()), environment: OwnEnvironment.variables,
                by: Gallery.self)
            exit(code.rawValue)
        }
    }
}
