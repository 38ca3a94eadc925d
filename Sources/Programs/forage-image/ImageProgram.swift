internal import ImageWorker
internal import Platform

@main
struct ImageProgram {
    static func main() {
        exit(Darkroom.serve(CommandLine.arguments.dropFirst()))
    }
}
