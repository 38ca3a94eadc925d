internal import JSON

/// The fields that a provider has read in a response, with the number of records in which each one is missing or has
/// another type.
///
/// A field that one record has as expected is never reported, whatever the other records look like.
final class FieldLog {
    private var nodes = [Node(name: "", parent: 0, isOptional: false)]
    private var recordNumber = 0
    /// The number of fields that no record had as expected so far, although one should have.
    private var suspectCount = 0

    /// A field at one path, whichever record it was read in.
    private struct Node {
        let name: String
        let parent: Int
        var isOptional: Bool
        var isConfirmed = false
        var strangeCount = 0
        var lastStrangeRecord = -1
        var children: [Int] = []
        /// The position of the child that is probably read next, because records are read in the same order.
        var nextChild = 0
    }

    /// The node of the outermost value.
    static let root = 0

    /// Starts the next record.
    ///
    /// - Returns: False if nothing needs to be noted any more: the first records had every field as expected.
    func beginRecord() -> Bool {
        recordNumber += 1
        return recordNumber <= Self.sampleCount || suspectCount > 0
    }

    /// The number of records that are always examined.
    private static let sampleCount = 4

    /// Returns the node of a member or, for the name `*`, of the elements of a list.
    func child(_ name: String, of parent: Int, isOptional: Bool = false) -> Int {
        let count = nodes[parent].children.count
        var place = nodes[parent].nextChild
        for _ in 0..<count {
            if place == count { place = 0 }
            let child = nodes[parent].children[place]
            if nodes[child].name == name {
                nodes[parent].nextChild = place + 1
                if isOptional { nodes[child].isOptional = true }
                return child
            }
            place += 1
        }
        nodes.append(Node(name: name, parent: parent, isOptional: isOptional))
        nodes[parent].children.append(nodes.count - 1)
        nodes[parent].nextChild = count + 1
        return nodes.count - 1
    }

    /// Notes that a record has the field as expected.
    func confirm(_ node: Int) {
        guard !nodes[node].isConfirmed else { return }
        nodes[node].isConfirmed = true
        if nodes[node].strangeCount > 0 { suspectCount -= 1 }
    }

    /// Notes that a record lacks the field.
    func noteMissing(_ node: Int) {
        if !nodes[node].isOptional { noteStrange(node) }
    }

    /// Notes that a record has the field with another type.
    func noteStrange(_ node: Int) {
        // A field may be read several times in one record.
        guard !nodes[node].isConfirmed, nodes[node].lastStrangeRecord != recordNumber else { return }
        nodes[node].lastStrangeRecord = recordNumber
        nodes[node].strangeCount += 1
        if nodes[node].strangeCount == 1 { suspectCount += 1 }
    }

    /// The fields that no record has as expected, with the number of records that show it.
    var changes: [(path: String, count: Int)] {
        nodes.indices.compactMap { node in
            guard nodes[node].strangeCount > 0, !nodes[node].isConfirmed else { return nil }
            return (path(of: node), nodes[node].strangeCount)
        }
    }

    private func path(of node: Int) -> String {
        var tokens: [String] = []
        var node = node
        while node != Self.root {
            tokens.append(nodes[node].name)
            node = nodes[node].parent
        }
        return JSONPointer(tokens: tokens.reversed()).description
    }
}
