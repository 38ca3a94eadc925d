/// Reads from and writes to open file descriptors, and resumes after interruptions.
package enum Descriptor {
    /// Reads the next bytes.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to read.
    ///   - limit: The maximum number of bytes.
    ///   - waits: True to wait until bytes are available.
    /// - Returns: The next bytes; an empty array at the end, or nil on failure.
    package static func read(
        _ descriptor: CInt, upTo limit: Int = 128 * 1024, waits: Bool = true
    ) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, written in
            repeat {
                count = system_read(descriptor, buffer, limit)
            } while count < 0 && mayGoOn(descriptor, waits ? CInt(POLLIN) : nil)
            written = max(0, count)
        }
        return count < 0 ? nil : bytes
    }

    /// Reads the bytes at a position, as many as the system returns in one call. Returns an empty array after the end,
    /// or nil on failure.
    package static func read(_ descriptor: CInt, from place: Int, upTo limit: Int) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, written in
            repeat {
                count = pread(descriptor, buffer.baseAddress, limit, off_t(place))
            } while count < 0 && errno == EINTR
            written = max(0, count)
        }
        return count < 0 ? nil : bytes
    }

    /// Writes all of the bytes; returns false on failure.
    package static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }

    /// Writes all of the bytes; returns false on failure.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = system_write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0, !mayGoOn(descriptor, CInt(POLLOUT)) { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Indicates whether a failed call may be repeated. If another process has made the pipe non-blocking, this
    /// function waits until it is ready.
    private static func mayGoOn(_ descriptor: CInt, _ event: CInt?) -> Bool {
        if errno == EINTR { return true }
        guard let event, errno == EAGAIN || errno == EWOULDBLOCK else { return false }
        var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
        return poll(&request, 1, -1) >= 0 || errno == EINTR
    }
}

private func system_read(_ descriptor: CInt, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int) -> Int
{
    read(descriptor, buffer.baseAddress, count)
}

private func system_write(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
