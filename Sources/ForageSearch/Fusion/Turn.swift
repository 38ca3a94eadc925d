/// When a provider gives a result, where all give one each in turn.
///
/// The earlier comes first. A provider of twice the weight has two turns where another has one; one whose word
/// counts for nothing waits for all the others.
package struct Turn: Hashable, Sendable, Comparable {
    /// Which of its provider's own turns it is, from 1.
    package let number: Int
    package let weight: Weight
    /// The place of the provider among the providers.
    package let providerPlace: Int

    /// A provider's first turn.
    package init(firstOf providerPlace: Int, weight: Weight) {
        self.init(number: 1, weight: weight, providerPlace: providerPlace)
    }

    private init(number: Int, weight: Weight, providerPlace: Int) {
        self.number = number
        self.weight = weight
        self.providerPlace = providerPlace
    }

    /// The provider's turn after this one.
    var next: Turn { Turn(number: number + 1, weight: weight, providerPlace: providerPlace) }

    private var time: Double { Double(number) / weight.value }

    package static func < (one: Turn, other: Turn) -> Bool {
        if one.time != other.time { return one.time < other.time }
        if one.weight != other.weight { return one.weight > other.weight }
        if one.number != other.number { return one.number < other.number }
        return one.providerPlace < other.providerPlace
    }
}
