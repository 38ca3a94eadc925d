/// What one picture may cost. A program that decodes what strangers made is held to it by itself and by the system.
package struct ImageLimits: Hashable, Sendable {
    /// The most pixels that a picture may have, before or after.
    package var pixelCount: Int
    /// The most memory that the program may ask for, in bytes.
    package var memory: Int
    /// The most seconds that it may compute for one picture.
    package var processorTime: Int
    /// How long a picture may take in all.
    package var patience: Duration
    /// The most bytes of an answer: a drawing for a terminal may be long.
    package var answerByteCount: Int

    package init(
        pixelCount: Int = 100_000_000, memory: Int = 1536 << 20, processorTime: Int = 20,
        patience: Duration = .seconds(40), answerByteCount: Int = 32 << 20
    ) {
        self.pixelCount = pixelCount
        self.memory = memory
        self.processorTime = processorTime
        self.patience = patience
        self.answerByteCount = answerByteCount
    }

    /// What the program is told as it starts.
    package var arguments: [String] { [pixelCount, memory, processorTime].map(String.init) }

    /// Reads what the program is told; nil where that is something else.
    package init?(arguments: some Collection<String>) {
        let numbers = arguments.compactMap { Int($0) }.filter { $0 > 0 }
        guard arguments.count == 3, numbers.count == 3 else { return nil }
        self.init(pixelCount: numbers[0], memory: numbers[1], processorTime: numbers[2])
    }
}
