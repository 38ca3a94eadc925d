import ForageCore
import ForageFormats

extension NextSteps {
    /// The next steps that a command would suggest.
    static let sample: NextSteps = {
        var steps = NextSteps()
        steps.enabling = { "to turn it on: forage providers enable \($0)" }
        steps.enablingAny = "forage providers enable NAME turns one on"
        steps.page = { "next page: --cursor \($1 ? "with “next” of --format json" : $0)" }
        steps.findingKeys = "`forage providers` says where each key is to be had"
        return steps
    }()
}
