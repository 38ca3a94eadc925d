extension CloudinaryFetch {
    /// The picture at this width in CSS pixels; one that no screen has is brought into range.
    public func width(_ pixels: Int) -> CloudinaryFetch { wishing { $0.width = pixels } }

    /// The picture at this height in CSS pixels; one that no screen has is brought into range.
    public func height(_ pixels: Int) -> CloudinaryFetch { wishing { $0.height = pixels } }

    /// The picture brought to its width and height like this.
    public func fit(_ fit: ImageTransform.Fit) -> CloudinaryFetch { wishing { $0.fit = fit } }

    /// The picture in this format.
    public func format(_ format: ImageTransform.Format) -> CloudinaryFetch { wishing { $0.format = format } }

    /// The picture with this many pixels of the screen for a CSS pixel; it counts with a width or a height.
    /// A ratio that no screen has is brought into range.
    public func pixelRatio(_ ratio: Double) -> CloudinaryFetch { wishing { $0.pixelRatio = ratio } }
}

extension ImageTransform {
    /// The wishes as one part of an address of Cloudinary's.
    var inAddress: String {
        inAddress(
            width: width.map(String.init), height: height.map(String.init),
            pixelRatio: pixelRatio?.description)
    }

    /// The same with places for what only the view knows.
    var inTemplate: String { inAddress(width: "{width}", height: nil, pixelRatio: "{dpr}") }

    private func inAddress(width: String?, height: String?, pixelRatio: String?) -> String {
        let parameters = [
            width.map { "w_\($0)" }, height.map { "h_\($0)" }, fit.map { "c_\($0.rawValue)" },
            format.map { "f_\($0.rawValue)" }, pixelRatio.map { "dpr_\($0)" },
        ]
        return parameters.compactMap(\.self).joined(separator: ",")
    }
}
