import ForageCore
import ForageFormats

extension NextSteps {
    /// The next steps that a command would suggest.
    static let sample: NextSteps = {
        var steps = NextSteps()
        steps.enabling = { "to enable it: forage providers enable \($0)" }
        steps.enablingAny = "to enable one: forage providers enable NAME"
        steps.page = { "next page: --cursor \($0)" }
        steps.more = "`forage more` shows the next"
        steps.offline = "--offline searches what is cached"
        steps.findingKeys = "`forage providers` shows where to get each key"
        return steps
    }()
}
