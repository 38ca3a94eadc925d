internal import ForageCore
internal import ForageSearch

extension Forage {
    /// The same, but with photos that may be the same compared by small copies of them, where a service does not say how
    /// they look. Each costs a request to a stranger's server, without a key; two services are compared by 24 at most, in
    /// 0.8 seconds.
    ///
    /// - Parameters:
    ///   - program: The path of `forage-image`, which decodes them.
    ///   - warn: Is told, once, why none can be looked at.
    /// - Returns: A Forage that searches so.
    public func comparingThumbnails(
        with program: String, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) -> Forage {
        var forage = self
        forage.engine.onlooker = pipeline.onlooker(program, warn: warn)
        return forage
    }
}
