/// How much a reader forgives.
package enum JSONMode: Sendable {
    /// RFC 8259 and nothing else: the first fault ends the reading.
    ///
    /// A byte order mark and an escaped lone surrogate are refused, as the RFC allows.
    case strict

    /// Reads what can be read and notes the first fault.
    case tolerant
}
