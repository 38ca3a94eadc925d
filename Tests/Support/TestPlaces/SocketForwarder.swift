internal import Dispatch
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Forwards TCP connections on this machine to a socket in a folder, and fails on request as a network does.
package final class SocketForwarder: Sendable {
    /// The treatment of connections.
    package enum Mode: Sendable {
        case forwarding
        /// Nothing is forwarded and no connection ends, as with a firewall that drops packets.
        case silent
        /// Connections are reset, also new ones.
        case resetting
    }

    package struct Failure: Error {
        let code: Int32
    }

    package let port: Int
    private let state = State()

    private final class State: Sendable {
        /// Nil ends everything.
        let mode = Mutex<Mode?>(.forwarding)
    }

    /// - Parameter path: The path of the socket.
    /// - Throws: ``Failure`` if no port can be used.
    package init(to path: String) throws(Failure) {
        let listener = openSocket(AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw Failure(code: errno) }
        port = Int(UInt16(bigEndian: address.sin_port))
        DispatchQueue(label: "socket forwarder").async { [state] in
            var pairs: [Pair] = []
            while let mode = state.mode.withLock(\.self) {
                switch mode {
                case .silent: usleep(5_000)
                case .forwarding: forward(&pairs, from: listener, to: path)
                case .resetting:
                    for pair in pairs { pair.reset() }
                    pairs = []
                    if isReadable(listener) { Pair(client: accept(listener, nil, nil), server: -1).reset() }
                }
            }
            for pair in pairs { pair.reset() }
            close(listener)
        }
    }

    deinit { state.mode.withLock { $0 = nil } }

    /// Changes the treatment of existing and new connections.
    package func set(_ mode: Mode) { state.mode.withLock { $0 = mode } }
}

/// A connection and the one that it is forwarded to.
private struct Pair {
    let client: Int32
    let server: Int32

    /// Ends both, so that the client receives a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
        close(client)
        close(server)
    }

    /// Copies what one side sent to the other; returns false at its end.
    func copy(from source: Int32, to target: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(source, &bytes, bytes.count)
        var sent = 0
        while sent < count {
            let next = bytes[sent..<count].withUnsafeBytes {
                send(target, $0.baseAddress, $0.count, noSignal)
            }
            if next <= 0 { return false }
            sent += next
        }
        return count > 0
    }
}

/// Accepts new connections and copies what arrives on the others, waiting a short time for that.
private func forward(_ pairs: inout [Pair], from listener: Int32, to path: String) {
    var sources = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
    for pair in pairs {
        sources += [pair.client, pair.server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    }
    guard poll(&sources, nfds_t(sources.count), 20) > 0 else { return }
    pairs = pairs.enumerated().filter { place, pair in
        let isOpen =
            (sources[2 * place + 1].revents == 0 || pair.copy(from: pair.client, to: pair.server))
            && (sources[2 * place + 2].revents == 0 || pair.copy(from: pair.server, to: pair.client))
        if !isOpen { pair.reset() }
        return isOpen
    }.map(\.element)
    guard sources[0].revents != 0 else { return }
    let pair = Pair(client: accept(listener, nil, nil), server: openSocket(AF_UNIX))
    if connect(pair.server, to: path) { pairs.append(pair) } else { pair.reset() }
}

private func isReadable(_ socket: Int32) -> Bool {
    var source = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 20) > 0
}

#if canImport(Darwin)
    private let noSignal: Int32 = 0
#else
    private let noSignal = Int32(MSG_NOSIGNAL)
#endif

private func openSocket(_ family: Int32) -> Int32 {
    #if canImport(Darwin)
        let descriptor = socket(family, SOCK_STREAM, 0)
    #else
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
}

private func connect(_ socket: Int32, to path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
    }
}
