public import ForageCore

/// A provider whose hooks are run by a program of its own, in whatever language.
///
/// The program gets and gives lines of JSON; requests, keys and the cache stay with the core. It is started with the
/// first question. A hook may take as long as its program takes, so what asks a service through it runs
/// on a thread of its own: ``ProgramSource``.
public struct ProgramProvider: Provider {
    /// What it is, as the person who installed it was told; the program cannot change that.
    public let about: About
    let host: ProgramHost
    private let program: Program

    /// Describes a provider and the program that does its work.
    ///
    /// - Parameters:
    ///   - about: What it is.
    ///   - command: The program and its arguments.
    ///   - folder: Where it runs, and where a path in the command begins.
    ///   - memory: The most memory that it may ask for, in mebibytes.
    public init(_ about: About, command: [String], in folder: String, memory: Int = 1024) {
        var program = Program(command: command, folder: folder)
        program.limits.greatestMemory = memory * 1024 * 1024
        self.init(about, program)
    }

    init(_ about: About, _ program: Program) {
        self.about = about
        self.program = program
        host = ProgramHost(program, name: about.id.name)
    }

    /// The same provider with a run of its program to itself.
    var anew: ProgramProvider { ProgramProvider(about, program) }

    /// Why the program cannot be started, such as that it is not there; nil if nothing is known against it.
    package var obstacle: String? { program.obstacle }

    /// Asks the program where to ask.
    public func endpoint(for request: ProviderRequest) throws(Unanswerable) -> Endpoint {
        let answer: Result<Endpoint, Unanswerable>
        do {
            answer = try host.ask(.endpoint(request)) { (reply) throws(WireFault) in
                try reply.endpoint(of: about)
            }
        } catch {
            throw Unanswerable(error.description)
        }
        return try answer.get()
    }

    /// Hands the program an answer to read.
    public func decode(_ response: Response, for request: ProviderRequest) throws(DecodingFault) -> Step {
        let answer: Result<Step, DecodingFault>
        do {
            answer = try host.ask(.decode(response, request)) { (reply) throws(WireFault) in
                try reply.step(of: about)
            }
        } catch {
            throw .unreadable(error.description)
        }
        return try answer.get()
    }
}
