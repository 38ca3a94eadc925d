import ForageCore
import ForageFormats
import TestWording

extension NextSteps {
    /// The next steps that a command would suggest.
    static let sample: NextSteps = {
        var steps = NextSteps()
        steps.enabling = { "to enable it: forage providers enable \($0)" }
        steps.enablingAny = "to enable one: forage providers enable NAME"
        steps.page = { Wording.Results.nextPage($0) }
        steps.more = "`forage more` shows the next"
        steps.offline = "--offline searches what is cached"
        steps.findingKeys = Wording.Results.whereToGetKeys
        return steps
    }()
}
