internal import ForageCore

/// The purpose of a value, which determines what can be made of its text.
enum ValueUse: Sendable {
    case text, address, reference, whole, number, size, date, duration, flag, blurHash, providerName

    /// Indicates whether a plan gives a value for this purpose.
    func isServed(by plan: ValuePlan, in scope: AnswerScope) -> Bool {
        switch self {
        case .text, .reference: plan.text(scope) != nil
        case .address: plan.url(scope) != nil
        case .whole: plan.integer(scope) != nil
        case .number: plan.number(scope) != nil
        case .size: plan.size(scope) != nil
        case .date: plan.date(scope) != nil
        case .duration: plan.isDuration(scope)
        case .flag: plan.flag(scope) != nil
        case .blurHash: plan.text(scope).flatMap { BlurHash($0) } != nil
        case .providerName: plan.text(scope).flatMap { ProviderID($0) } != nil
        }
    }

    /// The name of the value, as in "which gives no duration".
    var noun: String {
        switch self {
        case .text: "text"
        case .reference: "address"
        case .address: "web address"
        case .whole: "whole number"
        case .number: "number"
        case .size: "width and height"
        case .date: "date"
        case .duration: "duration"
        case .flag: "\"true\" or \"false\""
        case .blurHash: "BlurHash"
        case .providerName: "name of a provider"
        }
    }

    /// Returns the purpose of a field of an item or of a file, by its name in the definition.
    static func ofField(_ name: String) -> ValueUse {
        switch name {
        case "page", "url", "iiif", "chapters", "transcript", "creator.url", "licence.url", "via.url":
            .address
        case "width", "height", "like.width", "like.height", "below", "camera.iso": .whole
        case "place.latitude", "place.longitude": .number
        case "size": .size
        case "published": .date
        case "duration": .duration
        case "mature": .flag
        case "blurHash": .blurHash
        case "catalogue": .providerName
        default: .text
        }
    }
}
