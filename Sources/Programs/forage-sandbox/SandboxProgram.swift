@main
struct SandboxProgram {
    static func main() {}
}
