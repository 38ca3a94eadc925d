internal import ForageCore

/// What is known of how a photo looks: its coarsest waves of light, its shape, and whose it is.
struct Appearance {
    /// Whose catalogue it is from. One has each picture once, and several that a maker took one after the other.
    let catalogue: ProviderID
    /// The words of the maker's name.
    let maker: String
    private let size: PixelSize
    private let mean: SIMD3<Int>
    private let columns: Int
    private let rows: Int
    private let waves: [SIMD3<Double>]

    /// How far the mean colours of two copies are apart at most, in each part.
    private static let greatestDifference = 10
    /// How strong waves are at least that tell anything: fog looks like fog.
    private static let leastStrength = 0.05

    /// Nil for what is no photo, or of which too little is known.
    init?(_ item: Item, _ hash: BlurHash) {
        guard let size = item.size, let maker = item.photographer else { return nil }
        catalogue = item.sources[0].catalogue
        self.maker = maker
        self.size = size
        mean = hash.mean
        columns = hash.columns
        rows = hash.rows
        waves = hash.waves
    }

    /// How light it is.
    var lightness: Int { mean.wrappedSum() }

    /// How far apart two pictures are in lightness that may be the same.
    static let greatestStep = 3 * greatestDifference

    /// How different another photo of the same shape looks: the waves of their difference, of those that both are known
    /// by, as a share of their own; nil where they cannot be the same picture.
    func distance(to other: Appearance) -> Double? {
        let off = mean &- other.mean
        guard catalogue != other.catalogue, size.hasShape(of: other.size),
            max(abs(off.x), abs(off.y), abs(off.z)) <= Self.greatestDifference
        else { return nil }
        var (own, others, difference) = (0.0, 0.0, 0.0)
        for row in 0..<min(rows, other.rows) {
            for column in 0..<min(columns, other.columns) {
                let (one, two) = (waves[row * columns + column], other.waves[row * other.columns + column])
                own += (one * one).sum()
                others += (two * two).sum()
                difference += ((one - two) * (one - two)).sum()
            }
        }
        guard min(own, others) >= Self.leastStrength * Self.leastStrength else { return nil }
        return (difference / max(own, others)).squareRoot()
    }
}
