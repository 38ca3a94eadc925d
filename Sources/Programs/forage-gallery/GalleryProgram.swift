internal import ForageCommand
internal import ForageGallery
internal import Platform

@main
struct GalleryProgram {
    static func main() {
        OwnProcess.prepare()
        StartingThread.run { _ in
            let code = await CommandLineProgram.serve(
                Array(CommandLine.arguments.dropFirst()), environment: OwnEnvironment.variables
            ) { serving in
                let gallery = try Gallery(
                    serving.forage, host: serving.host, port: serving.port, token: serving.token,
                    names: serving.names, isPlayed: serving.isPlayed, imageProgram: serving.imageProgram,
                    warn: serving.warn)
                serving.announce(gallery.address)
                await gallery.serve()
            }
            exit(code.rawValue)
        }
    }
}
