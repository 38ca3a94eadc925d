internal import ForageCommand
internal import Platform

@main
struct ForageProgram {
    static func main() {
        OwnProcess.prepare()
        StartingThread.run { _ in
            let code = await CommandLineProgram.run(
                Array(CommandLine.arguments.dropFirst()), environment: OwnEnvironment.variables)
            exit(code.rawValue)
        }
    }
}
