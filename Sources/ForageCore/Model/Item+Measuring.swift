extension Item {
    /// The file whose size would tell the item's shape, where nobody stated one: the largest picture it has.
    package var urlToMeasure: WebURL? {
        guard size == nil else { return nil }
        return renditions.last(where: \.isPicture)?.url
    }

    /// Takes note of a size that was read from a file of the item.
    package mutating func note(_ size: PixelSize, measuredAt url: WebURL) {
        for index in renditions.indices where renditions[index].url == url && renditions[index].size == nil {
            renditions[index].size = size
            renditions[index].sizeSource = .measured
        }
    }
}
