/// A value in one column of a row.
package enum Value: Hashable, Sendable {
    case integer(Int)
    case real(Double)
    case text(String)
    case bytes([UInt8])
    case null
}

/// A type whose values can be passed to a statement.
package protocol Bindable {
    var databaseValue: Value { get }
}

extension Value: Bindable {
    package var databaseValue: Value { self }
}

extension Int: Bindable {
    package var databaseValue: Value { .integer(self) }
}

extension Double: Bindable {
    package var databaseValue: Value { .real(self) }
}

extension String: Bindable {
    package var databaseValue: Value { .text(self) }
}

extension [UInt8]: Bindable {
    package var databaseValue: Value { .bytes(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
    package var databaseValue: Value { self?.databaseValue ?? .null }
}
