internal import CMemory
internal import ForageCommand
internal import Processes
internal import Sharing

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

@main
struct ForageProgram {
    static func main() {
        OwnProcess.prepare()
        cmemory_take_in_large_steps()
        StartingThread.run { _ in
            let code = await CommandLineProgram.run(
                Array(CommandLine.arguments.dropFirst()), environment: OwnEnvironment.variables)
            exit(code.rawValue)
        }
    }
}
