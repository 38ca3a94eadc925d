#!/usr/bin/env python3
"""Checks the texts of the gallery's page: each is complete in every language and used, and there are no others."""
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).parent.parent / "Sources/ForageGallery/Page"
# The plural categories of each language (CLDR). French and Spanish have one more, for very large numbers.
CATEGORIES = {
    "en": {"one", "other"}, "de": {"one", "other"}, "fr": {"one", "other"}, "es": {"one", "other"}, "ja": {"other"},
    "ar": {"zero", "one", "two", "few", "many", "other"},
}
# The placeholders of the page that are not texts.
FACTS = {"assets", "direction", "language", "languages", "manifest", "names", "strings"}
# What the modules may contain: names, keys of a keyboard, and licences as the program names them.
NAMES = {
    "Forage", "Markdown", "WebP", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown",
    "Enter", "Escape", "Tab", "No known copyright restrictions", "United States Government Work",
}


def values(text):
    return set(re.findall(r"\{(\w+)\}", text))


def incomplete(key, texts):
    """The faults of one text."""
    if texts.keys() != CATEGORIES.keys():
        return [f"{key}: has the languages {', '.join(texts)}"]
    forms = {language: text if isinstance(text, dict) else {} for language, text in texts.items()}
    faults = [f"{key}: {language} has the forms {', '.join(forms[language])}" for language in texts
              if any(forms.values()) and forms[language].keys() != CATEGORIES[language]]
    if faults:
        return faults
    wanted = values(forms["en"].get("other") or texts["en"])
    for language, text in texts.items():
        for category, form in (forms[language] or {"": text}).items():
            # A form for one number need not repeat it.
            optional = {"count"} if category not in ("", "other") else set()
            if not form or values(form) | optional != wanted | optional:
                faults.append(f"{key}: {language} {category} has the values {', '.join(sorted(values(form)))}")
    return faults


def main():
    strings = json.loads((FOLDER / "strings.json").read_text(encoding="utf-8"))
    faults = [fault for key, texts in strings.items() for fault in incomplete(key, texts)]
    named, groups = set(), set()
    for path in [*FOLDER.glob("*.js"), FOLDER / "index.html"]:
        source = re.sub(r"^\s*(//|/\*\*|\*).*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        # A key has a dot; no other literal of these files has its form.
        named.update(re.findall(r'"([a-z]{2,}\.[a-zA-Z]+)"', source), re.findall(r"{{([\w.]+)}}", source))
        groups.update(re.findall(r'named\("(\w+)"', source))
        if path.suffix == ".html":
            own = re.findall(r'(?:title|alt|label|placeholder)="([^"{]+)"|>\s*([^<>{\s][^<>{]*)<', source)
            own = {first or second for first, second in own} - {"Forage", "/"}
        else:
            own = set(re.findall(r'["`]([A-Z][a-z][^"`\n]*)["`]|(`[^`\n]*\} [a-z]{3}[^`\n]*`)', source))
            own = {first or second for first, second in own} - NAMES
        faults += [f"{path.name}: has a text of its own: {text}" for text in sorted(own)]
    grouped = {key for key in strings if key.split(".")[0] in groups}
    faults += [f"{key}: does not exist" for key in sorted(named - FACTS - strings.keys())]
    faults += [f"{group}: no text is of this kind" for group in sorted(groups - {key.split(".")[0] for key in grouped})]
    faults += [f"{key}: is not used" for key in sorted(strings.keys() - named - grouped)]
    print("\n".join(faults) or f"{len(strings)} texts in {len(CATEGORIES)} languages")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
