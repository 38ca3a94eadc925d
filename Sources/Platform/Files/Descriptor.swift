/// Reading from and writing to what is open, whole and whatever interrupts it.
package enum Descriptor {
    /// Reads on.
    ///
    /// - Parameters:
    ///   - descriptor: What is read.
    ///   - limit: How many bytes at most.
    ///   - waits: Whether what is not there yet is waited for.
    /// - Returns: The next bytes; none at the end, nil where they cannot be read.
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

    /// The bytes from a place on, as many as the system hands over at once; none behind the end, nil where they cannot
    /// be read.
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

    /// Writes all of the bytes; false where that fails.
    package static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
        bytes.withUnsafeBytes { write($0, to: descriptor) }
    }

    /// Writes all of the bytes; false where that fails.
    package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = system_write(descriptor, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0, !mayGoOn(descriptor, CInt(POLLOUT)) { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    /// Whether what failed may be done again. Where others who have a pipe open do not want to wait for it, that has to
    /// be done here.
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
