#!/usr/bin/env python3
"""Counts words to avoid, and summaries that begin with a question word, in the comments of Sources and Providers.
Fails above the limits; `--list [PATH…]` prints each place.

CONTRIBUTING.md has the words to use instead.
"""
import pathlib
import re
import sys

GREATEST_WORDS_PER_THOUSAND_LINES = 12
GREATEST_PERCENTAGE_OF_QUESTIONS = 5
WORDS = re.compile(
    r"\b(stands?|stood|standing|nobody|whoever|whom|behind|besides?|told|anew|hangs? on|be it|to be had)\b",
    re.IGNORECASE)
QUESTION = re.compile(r"(What|Whether|How|Who|Whose|Whom|Where|When|Why|Which)\b")


class Count:
    """The lines, summaries and faults in the comments of some files; each fault is (path, line, text)."""

    def __init__(self):
        self.lines = self.summaries = 0
        self.words, self.questions = [], []

    def add(self, path):
        is_in_documentation = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            line = line.strip()
            if line.startswith("//"):
                self.lines += 1
                self.words += [(path, number, line)] * len(WORDS.findall(line))
            summary = re.match(r"/// *([^-\s].*)", line)
            if summary and not is_in_documentation:
                self.summaries += 1
                if QUESTION.match(summary[1]):
                    self.questions.append((path, number, line))
            is_in_documentation = line.startswith("///")

    @property
    def words_per_thousand_lines(self):
        return 1000 * len(self.words) / max(1, self.lines)

    @property
    def percentage_of_questions(self):
        return 100 * len(self.questions) / max(1, self.summaries)


def files(names):
    for name in names:
        path = pathlib.Path(name)
        for file in sorted(path.rglob("*.swift")) if path.is_dir() else [path]:
            if "Tests" not in file.parts:
                yield file


def main():
    wanted = sys.argv[1:]
    lists = wanted[:1] == ["--list"]
    count = Count()
    for path in files(wanted[lists:] or ["Sources", "Providers"]):
        count.add(path)
    if lists:
        for path, number, line in sorted({*count.words, *count.questions}):
            print(f"{path}:{number}: {line}")
    print(f"{count.words_per_thousand_lines:.0f} such words in 1,000 of {count.lines} lines of comments "
          f"(at most {GREATEST_WORDS_PER_THOUSAND_LINES}); {count.percentage_of_questions:.1f} % of "
          f"{count.summaries} summaries begin with a question word (at most {GREATEST_PERCENTAGE_OF_QUESTIONS} %)",
          file=sys.stderr)
    sys.exit(count.words_per_thousand_lines > GREATEST_WORDS_PER_THOUSAND_LINES
             or count.percentage_of_questions > GREATEST_PERCENTAGE_OF_QUESTIONS)


if __name__ == "__main__":
    main()
