internal import Markup
internal import Platform

extension SVGSize {
    /// Reads the root of a document.
    init(_ root: XMLRoot) throws(SVGFault) {
        guard root.localName == "svg" else {
            throw .notSVG("its root element is \(root.localName.shortened(to: 60))")
        }
        if root.namespace == nil, let prefix = root.prefix {
            throw .notSVG(
                "nobody says what the prefix \(prefix.shortened(to: 60)) of its root element stands for")
        }
        if let namespace = root.namespace, namespace != Self.namespace {
            throw .notSVG("its root element is of the namespace \(namespace.shortened(to: 100))")
        }
        hasNamespace = root.namespace != nil
        let fontSize = root["font-size"].flatMap(Self.fontSize) ?? Self.usualFontSize
        widthText = root["width"]
        heightText = root["height"]
        let width = widthText.flatMap { SVGExtent($0, fontSize: fontSize) }
        let height = heightText.flatMap { SVGExtent($0, fontSize: fontSize) }
        self.width = width?.length
        self.height = height?.length
        widthPercent = width?.percent
        heightPercent = height?.percent
        viewBox = root["viewBox"].flatMap(SVGViewBox.init)
    }

    /// The root's own font size, which counts against the usual one.
    private static func fontSize(_ text: String) -> Double? {
        switch SVGExtent(text, fontSize: usualFontSize) {
        case .length(let length): length.pixels
        case .percent(let percent): usualFontSize * percent / 100
        case nil: nil
        }
    }

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let usualFontSize = 16.0
}
