internal import Markup

extension String {
    /// What a piece of HTML says; nil if it says nothing.
    var withoutMarkup: String? {
        let text = HTMLFragment(self).text
        return text.isEmpty ? nil : text
    }
}
